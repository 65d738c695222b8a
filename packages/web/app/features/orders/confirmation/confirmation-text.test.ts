import type { Payment } from '@guilda/contract/orders/orders';
import { describe, expect, test } from 'vitest';
import { confirmationTextOf } from './confirmation-text.ts';

const PAYMENT_MINUTES = 60;

const contestedOrder = {
  serviceStatus: 'refunded',
  buyerId: 'b',
  sellerId: 's',
  sellerName: 'Vera',
  price: '45.00',
  type: 'call',
  reviewed: false,
  startBy: null,
  createdAt: '2026-11-10T12:00:00.000Z',
  steps: [],
  dispute: null,
} as const satisfies Partial<Payment>;

test.each([
  ['open', '45.00', 'O banco está devolvendo R$ 45,00 e ainda vai decidir.'],
  ['lost', '45.00', 'O banco devolveu R$ 45,00.'],
  ['won', '0.00', 'O banco decidiu que o pagamento vale.'],
  [
    'won',
    '45.00',
    'O banco encerrou a contestação. O valor de R$ 45,00 volta para a forma de pagamento usada.',
  ],
] as const)(
  'a chargeback that is %s, of which %s went back',
  (chargeback, refundedAmount, text) => {
    const confirmation = confirmationTextOf(
      { ...contestedOrder, chargeback, refundedAmount },
      PAYMENT_MINUTES,
    );
    expect(confirmation).toEqual({
      title: 'Pagamento contestado.',
      text: `${text} O pedido foi encerrado.`,
    });
  },
);

describe('an unpaid order that was cancelled automatically', () => {
  const textAt = (at: string) => {
    const steps: Payment['steps'] = [{ status: 'cancelled', at, by: 'system' }];
    const order = { ...contestedOrder, serviceStatus: 'cancelled' as const, steps };
    return confirmationTextOf(order, PAYMENT_MINUTES).text;
  };
  test('gets the advice to order again after its time to pay', () => {
    expect(textAt('2026-11-10T13:00:00.000Z')).toBe(
      'O pagamento não foi confirmado a tempo e nada foi cobrado. Se ainda quiser o serviço, faça um novo pedido.',
    );
  });
  test('gets no advice before, because the service may not be offered any more', () => {
    expect(textAt('2026-11-10T12:10:00.000Z')).toBe('O pedido foi cancelado e nada foi cobrado.');
  });
});
