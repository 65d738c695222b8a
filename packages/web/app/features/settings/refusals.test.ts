import { ApiError } from '@guilda/contract/api-error';
import { describe, expect, it } from 'vitest';
import { openOrdersOf } from './open-orders.ts';
import { fieldProblems } from './save-profile.ts';

const refusal = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, { error: 'Não deu.', message: 'Não deu.', ...body });

describe('fieldProblems', () => {
  it('takes the issues of known fields', () => {
    const issues = [
      { path: 'bio', message: 'Texto inválido.' },
      { path: 'role', message: 'Dados inválidos.' },
    ];
    expect(fieldProblems(refusal(400, { issues }))).toEqual([
      { field: 'bio', message: 'Texto inválido.' },
    ]);
  });

  it.each([
    [409, 'username_taken', 'username'],
    [400, 'invalid_username', 'username'],
    [413, 'file_too_large', 'photo'],
    [415, 'file_type', 'photo'],
  ])('puts %i %s beside %s', (status, code, field) => {
    expect(fieldProblems(refusal(status, { code }))).toEqual([{ field, message: 'Não deu.' }]);
  });

  it('leaves what concerns no field to the toast', () => {
    expect(fieldProblems(refusal(503, { code: 'unavailable' }))).toEqual([]);
    expect(fieldProblems(new Error('Sem rede'))).toEqual([]);
  });
});

describe('openOrdersOf', () => {
  const order = {
    id: '1',
    purchaseCode: 'GLD-7K2M',
    productName: 'Treino de mira',
    serviceStatus: 'in_progress',
  };

  it('reads the orders that a refusal names', () => {
    expect(openOrdersOf(refusal(409, { orders: [order] }))).toEqual([order]);
  });

  it.each([
    ['no orders', refusal(409, {})],
    ['orders of another form', refusal(409, { orders: [{ id: 1 }] })],
    ['no refusal at all', new Error('Sem rede')],
  ])('is empty for %s', (_, error) => {
    expect(openOrdersOf(error)).toEqual([]);
  });
});
