import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildOrder, buildUser } from '../fixtures/builders.ts';
import {
  completedOrderFields,
  renderSales,
  serveOrders,
  startedOrderFields,
} from '../fixtures/orders.tsx';
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
    await person.click(screen.getByRole('link', { name: 'Aguardando início' }));
    expect(await screen.findByText('Nenhum pedido espera o início.')).toBeVisible();
  });

  it('says that the next page of ended orders failed, and loads it on another attempt', async () => {
    const ended = { ...order, ...completedOrderFields(order) };
    const older = { ...ended, id: buildId(), productName: 'Compra antiga' };
    serveOrders(buyer, [ended]);
    const servePages = (nextPage: () => unknown) =>
      serveApi({
        'GET /api/payments': ({ query }) => {
          if (query.get('role') === 'seller' || query.get('status'))
            return { payments: [], nextCursor: null };
          return query.get('cursor') ? nextPage() : { payments: [ended], nextCursor: 'next' };
        },
      });
    servePages(() => Promise.reject(apiError('invalid_parameter', 'Deu ruim')));
    const { person } = renderSales(buyer);
    await findCard(ended.productName);
    await person.click(screen.getByRole('button', { name: 'Carregar mais' }));
    expect(await screen.findByText('Deu ruim')).toBeVisible();
    servePages(() => ({ payments: [older], nextCursor: null }));
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    const olderCard = await findCard(older.productName);
    expect(olderCard).toContainElement(document.activeElement as HTMLElement);
    expect(screen.queryByText('Deu ruim')).toBeNull();
  });

  it('says that older open orders failed to load, and loads them on another attempt', async () => {
    const ended = { ...order, ...completedOrderFields(order) };
    const waiting = { ...order, id: buildId(), productName: 'Espera há meses' };
    serveOrders(buyer, [ended]);
    const serveOpenOrders = (openOrders: () => unknown) =>
      serveApi({
        'GET /api/payments': ({ query }) => {
          if (query.get('role') === 'seller') return { payments: [], nextCursor: null };
          if (!query.get('status')) return { payments: [ended], nextCursor: 'next' };
          if (query.get('status') === 'awaiting_start') return openOrders();
          return { payments: [], nextCursor: null };
        },
      });
    serveOpenOrders(() => Promise.reject(apiError('invalid_parameter', 'Deu ruim')));
    const { person } = renderSales(buyer);
    await findCard(ended.productName);
    expect(await screen.findByText('Deu ruim')).toBeVisible();
    expect(screen.queryByText('Nenhuma compra esperando.')).toBeNull();
    serveOpenOrders(() => ({ payments: [waiting], nextCursor: null }));
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await findCard(waiting.productName);
    expect(screen.queryByText('Deu ruim')).toBeNull();
  });
});
