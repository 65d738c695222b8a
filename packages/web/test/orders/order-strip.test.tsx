import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OrderStrip } from '../../app/features/orders/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findDialog, queryDialog } from '../fixtures/screen.ts';

it('"Conversar" in the dialog of the strip closes the dialog, because the conversation is already open', async () => {
  const seller = buildUser();
  const order = buildOrder({ sellerId: seller.uid, serviceStatus: 'in_progress' });
  serveApi({ 'GET /api/payments': () => ({ payments: [order], nextCursor: null }) });
  const { person } = renderPage(<OrderStrip partnerUid={order.buyerId} user={seller} />, {
    address: `/community?conversa=${order.buyerId}`,
    signedInAs: seller,
  });
  await person.click(await screen.findByRole('button', { name: 'Finalizar' }));
  const dialog = await findDialog('Finalizar atendimento');
  await person.click(screen.getByRole('link', { name: 'Conversar' }));
  await waitFor(() => expect(queryDialog('Finalizar atendimento')).toBeNull());
  expect(window.location.search).toBe(`?conversa=${order.buyerId}`);
  expect(dialog).not.toBeInTheDocument();
});
