import { ApiError } from '@guilda/contract/api-error';
import { describe, expect, it } from 'vitest';
import { blockingOrdersOf } from './blocking-orders.ts';

const errorOf = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, { error: 'Não deu.', message: 'Não deu.', ...body });

describe('blockingOrdersOf', () => {
  const order = {
    id: '1',
    purchaseCode: 'GLD-7K2M',
    productName: 'Treino de mira',
    serviceStatus: 'in_progress',
  };

  it('reads the orders from the error body', () => {
    expect(blockingOrdersOf(errorOf(409, { orders: [order] }))).toEqual([order]);
  });

  it.each([
    ['no orders', errorOf(409, {})],
    ['orders of another form', errorOf(409, { orders: [{ id: 1 }] })],
    ['no refusal at all', new Error('Sem rede')],
  ])('is empty for %s', (_, error) => {
    expect(blockingOrdersOf(error)).toEqual([]);
  });
});
