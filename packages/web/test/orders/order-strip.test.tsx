import { act, screen, waitFor } from '@testing-library/react';
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

it.each([
  ['awaiting_start', 'Iniciar', 'Iniciar atendimento'],
  ['in_progress', 'Finalizar', 'Finalizar atendimento'],
] as const)(
  'Back closes the dialog of the strip of an order in the status %s, not the conversation',
  async (serviceStatus, buttonName, title) => {
    const seller = buildUser();
    const order = buildOrder({ sellerId: seller.uid, serviceStatus });
    serveApi({ 'GET /api/payments': () => ({ payments: [order], nextCursor: null }) });
    const conversation = `?conversa=${order.buyerId}`;
    const { person, router } = renderPage(<OrderStrip partnerUid={order.buyerId} user={seller} />, {
      address: '/community',
      signedInAs: seller,
    });
    await act(async () => router.navigate(`/community${conversation}`));
    await person.click(await screen.findByRole('button', { name: buttonName }));
    await findDialog(title);
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(queryDialog(title)).toBeNull());
    await waitFor(() => expect(window.location.search).toBe(conversation));
  },
);
