import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderSales, serveOrders, startedOrderFields } from '../fixtures/orders.tsx';
import { buttonIn, findCard, findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const order = buildOrder({ buyerId: buyer.uid });

describe('the board of orders', () => {
  it('says that loading failed, and loads on another attempt', async () => {
    serveOrders(buyer, []);
    serveApi({
      'GET /api/payments': () => Promise.reject(apiError('invalid_parameter', 'Deu ruim')),
    });
    const { person } = renderSales(buyer, '/sales');
    expect(await screen.findByText('Deu ruim')).toBeVisible();
    serveOrders(buyer, []);
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(
      await screen.findByRole('heading', { name: 'Nenhuma venda por enquanto' }),
    ).toBeVisible();
  });

  it('keeps the tab in the address', async () => {
    const ownSale = buildOrder({ sellerId: buyer.uid, productName: 'Vendido por mim' });
    serveOrders(buyer, [order, ownSale]);
    const { person } = renderSales(buyer, '/sales');
    await findCard(ownSale.productName);
    await person.click(await screen.findByRole('tab', { name: /Compras/ }));
    await waitFor(() => expect(window.location.search).toBe('?aba=compras'));
    await findCard(order.productName);
    await person.click(screen.getByRole('tab', { name: /Vendas/ }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('opens on the purchases of a person who has sold nothing', async () => {
    serveOrders(buyer, [order]);
    const { person } = renderSales(buyer, '/sales');
    await findCard(order.productName);
    expect(screen.getByRole('tab', { name: /Compras/ })).toHaveAttribute('aria-selected', 'true');
    await person.click(screen.getByRole('tab', { name: /Vendas/ }));
    await waitFor(() => expect(window.location.search).toBe('?aba=vendas'));
    expect(
      await screen.findByRole('heading', { name: 'Nenhuma venda por enquanto' }),
    ).toBeVisible();
  });

  it('copies the purchase code', async () => {
    serveOrders(buyer, [order]);
    const { person } = renderSales(buyer);
    const card = await findCard(order.productName);
    await person.click(buttonIn(card, `Copiar código ${order.purchaseCode}`));
    await findToast('Código copiado');
    expect(await navigator.clipboard.readText()).toBe(order.purchaseCode);
  });

  it('requests the orders regularly while one is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { change } = serveOrders(buyer, [order]);
    renderSales(buyer);
    const card = await findCard(order.productName);
    expect(card).toHaveTextContent('Aguardando início');
    change(order.id, startedOrderFields());
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await within(await findCard(order.productName)).findByRole('timer')).toBeVisible();
  });

  it('filters closed orders by the address, and says when no order waits', async () => {
    serveOrders(buyer, [{ ...order, serviceStatus: 'cancelled', startBy: null }]);
    const { person } = renderSales(buyer, '/sales?aba=compras&status=cancelled');
    await findCard(order.productName);
    await person.click(screen.getByRole('link', { name: 'Na fila' }));
    expect(await screen.findByText('Nenhum pedido espera o início.')).toBeVisible();
  });
});
