import type { Payment } from '@guilda/contract/orders/orders';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WaitingForYou } from '../../app/features/home/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

/** Opens the home page of a person with these orders, given as `role/status`. */
async function openHomePage(orders: Readonly<Record<string, readonly Payment[]>>) {
  serveApi({
    'GET /api/payments': ({ query }) => ({
      payments: (orders[`${query.get('role')}/${query.get('status')}`] ?? []).filter(
        ({ reviewed }) => [null, String(reviewed)].includes(query.get('reviewed')),
      ),
      nextCursor: null,
    }),
    'GET /api/users/interacted/:uid': () => ({ users: [], nextCursor: null }),
  });
  renderRoutes({ '/': { default: WaitingForYou } }, { address: '/', signedInAs: buildUser() });
  await screen.findByRole('heading', { level: 1, name: 'Na sua mesa' });
}

describe('the orders that wait for a member', () => {
  it('are not shown while there are none', async () => {
    await openHomePage({});
    expect(await screen.findByText(/^Nada espera por você agora\./)).toBeVisible();
  });

  it('include an order to start, with its buyer, the remaining time and the button to start', async () => {
    const startBy = new Date(Date.now() + 90 * 60_000).toISOString();
    const order = buildOrder({ buyerName: 'Quem Espera', startBy });
    await openHomePage({ 'seller/awaiting_start': [order] });
    const card = await screen.findByRole('article', { name: 'Treino de mira' });
    expect(card).toHaveTextContent('Aguardando início');
    expect(card).toHaveTextContent('Comprado por Quem Espera');
    expect(card).toHaveTextContent(/Faltam1 h (29|30) min/);
    const startLink = within(card).getByRole('link', { name: 'Iniciar atendimento' });
    expect(startLink).toHaveAttribute('href', `/sales?pedido=${order.id}`);
    expect(startLink).toHaveAttribute('data-variant', 'primary');
    expect(within(card).getByRole('link', { name: 'Conversar com Quem Espera' })).toBeVisible();
  });

  it('include an attendance in progress, with its duration, the chat and the button to end it', async () => {
    const startedServiceAt = new Date(Date.now() - 754_000).toISOString();
    const order = buildOrder({ serviceStatus: 'in_progress', startedServiceAt });
    await openHomePage({ 'buyer/in_progress': [order] });
    const card = await screen.findByRole('article', { name: 'Treino de mira' });
    expect(within(card).getByRole('timer')).toHaveTextContent(/^1[23]:\d\d$/);
    expect(within(card).getByRole('link', { name: 'Abrir conversa' })).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Confirmar que recebi' })).toHaveAttribute(
      'href',
      `/sales?aba=compras&pedido=${order.id}`,
    );
  });

  it('include an unpaid purchase, with a link to its payment', async () => {
    const order = buildOrder({
      serviceStatus: 'awaiting_payment',
      checkoutUrl: 'https://pagar.example/1',
      expiresAt: new Date(Date.now() + 42 * 60_000).toISOString(),
    });
    await openHomePage({ 'buyer/awaiting_payment': [order] });
    const card = await screen.findByRole('article', { name: 'Treino de mira' });
    expect(card).toHaveTextContent('Aguardando pagamento');
    expect(card).toHaveTextContent(/Faltam4[12]:\d\d/);
    expect(within(card).getByRole('link', { name: 'Pagar' })).toHaveAttribute(
      'href',
      'https://pagar.example/1',
    );
  });

  it('include an order to review, with a link to the review', async () => {
    const order = buildOrder({ serviceStatus: 'complete' });
    const reviewedOrder = buildOrder({ serviceStatus: 'complete', reviewed: true, rating: 5 });
    await openHomePage({ 'buyer/complete': [reviewedOrder, order] });
    const card = await screen.findByRole('article', { name: 'Treino de mira' });
    expect(card).toHaveTextContent('Para avaliar');
    expect(within(card).getByRole('link', { name: 'Avaliar' })).toHaveAttribute(
      'href',
      `/sales?aba=compras&pedido=${order.id}`,
    );
  });

  it('have one main action, however many there are', async () => {
    await openHomePage({
      'seller/awaiting_start': [buildOrder(), buildOrder()],
      'buyer/complete': [buildOrder({ serviceStatus: 'complete' })],
    });
    await screen.findAllByRole('article');
    const mainLinks = screen.getAllByRole('link').filter((link) => link.dataset['variant']);
    expect(mainLinks.map((link) => link.textContent)).toEqual(['Iniciar atendimento']);
  });
});
