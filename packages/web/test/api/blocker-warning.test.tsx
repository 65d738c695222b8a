import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BuyButton } from '../../app/features/orders/index.ts';
import { connectionLost, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const queryToast = () => document.querySelector('[data-ui="toast"]');

it('a blocker of payments is reported once, instead of its errors', async () => {
  const loseConnection = () => Promise.reject(connectionLost());
  serveApi({
    'POST /api/payments/checkout': loseConnection,
    'GET /api/payments/checkout': loseConnection,
    'GET /healthz': () => ({}),
  });
  const { person } = renderPage(
    <BuyButton service={{ id: buildId(), price: '45.00', type: 'media' }} />,
    { signedInAs: buildUser() },
  );
  const buyButton = await screen.findByRole('button', { name: 'Contratar' });
  await waitFor(() => expect(buyButton).not.toHaveAttribute('aria-disabled', 'true'));
  await person.click(buyButton);
  const toast = await findToast('Bloqueador detectado');
  expect(toast).toHaveTextContent('Algumas funcionalidades podem ser limitadas');
  await person.click(buttonIn(toast, 'Fechar'));
  await waitFor(() => expect(queryToast()).toBeNull());
  await person.click(buyButton);
  await waitFor(() => expect(requestsTo('GET /healthz')).toHaveLength(2));
  await waitFor(() => expect(buyButton).not.toHaveAttribute('aria-busy', 'true'));
  expect(queryToast()).toBeNull();
});
