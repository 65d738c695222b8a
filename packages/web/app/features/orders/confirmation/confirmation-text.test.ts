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

test.each([
  ['45.00', 'O valor de R$ 45,00 volta para a forma de pagamento usada.'],
  ['0.00', 'O atendimento não aconteceu e nada foi cobrado.'],
])('an order of %s that its buyer undid', (price, text) => {
  const undoneStep = { status: 'refunded', at: '2026-11-10T13:00:00.000Z', by: 'buyer' } as const;
  const order = { ...contestedOrder, price, steps: [undoneStep] };
  expect(confirmationTextOf(order, PAYMENT_MINUTES)).toEqual({ title: 'Compra desfeita.', text });
});

test.each([
  ['45.00', 'inicia o atendimento; sem isso, o valor volta para você.'],
  ['0.00', 'inicia o atendimento.'],
])('a pack of %s that waits for its start', (price, end) => {
  const order = {
    ...contestedOrder,
    serviceStatus: 'awaiting_start',
    type: 'media',
    price,
  } as const;
  expect(confirmationTextOf(order, PAYMENT_MINUTES).text).toBe(
    `Os arquivos já são seus. Vera ainda ${end}`,
  );
});
