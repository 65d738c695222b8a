import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useToastStore } from '../../app/ui/feedback/toast.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderSales, serveOrders } from '../fixtures/orders.tsx';
import { findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const order = buildOrder({ buyerId: buyer.uid });
const linkAddress = `/sales?aba=compras&pedido=${order.id}&acao=detalhes`;

async function openLinkRefusedWith(code: Parameters<typeof apiError>[0]) {
  serveOrders(buyer, []);
  serveApi({ 'GET /api/payments/:id': () => Promise.reject(apiError(code)) });
  renderSales(buyer, linkAddress);
  await waitFor(() => expect(requestsTo('GET /api/payments/:id')).not.toEqual([]));
  await waitFor(() => expect(window.location.search).toBe('?aba=compras'));
}

describe('a link to an order that is in no list', () => {
  it('says why when the order cannot be loaded', async () => {
    await openLinkRefusedWith('internal');
    expect(await findToast('Ocorreu um erro inesperado.')).toBeVisible();
  });

  it.each(['order_not_found', 'forbidden'] as const)(
    'is dropped silently after %s',
    async (code) => {
      await openLinkRefusedWith(code);
      expect(useToastStore.getState().current).toBeNull();
    },
  );
});
