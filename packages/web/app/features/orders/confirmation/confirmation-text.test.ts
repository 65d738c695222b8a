import type { Payment } from '@guilda/contract/orders/orders';
import { expect, test } from 'vitest';
import { confirmationTextOf } from './confirmation-text.ts';

const contestedOrder = {
  serviceStatus: 'refunded',
  buyerId: 'b',
  sellerId: 's',
  sellerName: 'Vera',
  price: '45.00',
  type: 'call',
  reviewed: false,
  startBy: null,
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
    const confirmation = confirmationTextOf({ ...contestedOrder, chargeback, refundedAmount });
    expect(confirmation).toEqual({
      title: 'Pagamento contestado.',
      text: `${text} O pedido foi encerrado.`,
    });
  },
);
