import type { Payment } from '@guilda/contract/orders';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WaitingForYou } from '../../app/features/home/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

/** Opens the home page of a person with these orders, as `role/status` names them. */
async function openHome(orders: Readonly<Record<string, readonly Payment[]>>) {
  serveApi({
    'GET /api/payments': ({ query }) => ({
      payments: orders[`${query.get('role')}/${query.get('status')}`] ?? [],
      nextCursor: null,
    }),
    'GET /api/users/interacted/:uid': () => ({ users: [], nextCursor: null }),
  });
  renderRoutes({ '/': { default: WaitingForYou } }, { at: '/', as: buildUser() });
  await screen.findByRole('heading', { level: 1, name: 'Na sua mesa' });
}

describe('what waits for a member', () => {
  it('is nothing at first', async () => {
    await openHome({});
    expect(await screen.findByText(/^Nada espera por você agora\./)).toBeVisible();
  });

  it('is an order to start, with its buyer, and it leads to the sales', async () => {
    await openHome({ 'seller/awaiting_start': [buildOrder({ buyerName: 'Quem Espera' })] });
    const card = await screen.findByRole('link', { name: /Treino de mira/ });
    expect(card).toHaveTextContent('Aguardando início');
    expect(card).toHaveTextContent('Quem Espera');
    expect(card).toHaveAttribute('href', '/sales');
  });

  it('is an order to review, and it leads to the purchases', async () => {
    await openHome({ 'buyer/complete': [buildOrder({ serviceStatus: 'complete' })] });
    const card = await screen.findByRole('link', { name: /Treino de mira/ });
    expect(card).toHaveTextContent('Para avaliar');
    expect(card).toHaveAttribute('href', '/sales?aba=compras');
  });
});
