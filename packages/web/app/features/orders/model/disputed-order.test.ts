import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment } from '@guilda/contract/orders/orders';
import { describe, expect, test } from 'vitest';
import { buildDispute } from '../../../../test/fixtures/dispute-builders.ts';
import { availableActions } from './available-actions.ts';
import { groupByColumn, isOpenOrder } from './board-columns.ts';
import { findDialogAction } from './dialog-action.ts';
import { orderStepText } from './order-step-text.ts';
import { refundedPartText } from './refunded-part.ts';

const timeOnDay = (day: number) => `2026-11-${day}T12:09:00.000Z`;

const unansweredDispute = buildDispute({
  openedAt: timeOnDay(20),
  answerBy: timeOnDay(22),
  decideBy: timeOnDay(23),
});
const contestAnswer = { accept: false, message: 'Entreguei.', offer: null };
const contestedDispute: Dispute = {
  ...unansweredDispute,
  state: 'answered',
  answer: contestAnswer,
  answeredAt: timeOnDay(21),
};
const disputeWithOffer: Dispute = {
  ...contestedDispute,
  answer: { ...contestAnswer, offer: '20.00' },
};
const endedDispute = (dispute: Dispute, overrides: Partial<Dispute>): Dispute => ({
  ...dispute,
  state: 'resolved',
  outcome: 'refunded',
  refundedAmount: '45.00',
  decidedAt: timeOnDay(22),
  ...overrides,
});

function orderWithDispute(givenDispute: Dispute | null, overrides: Partial<Payment> = {}): Payment {
  return {
    id: '1',
    serviceStatus: 'in_progress',
    buyerId: 'b',
    sellerId: 's',
    buyerName: 'Bia',
    sellerName: 'Vera',
    price: '45.00',
    refundedAmount: '0.00',
    type: 'call',
    reviewed: false,
    checkoutUrl: null,
    heldUntil: null,
    createdAt: timeOnDay(19),
    steps: [],
    dispute: givenDispute,
    ...overrides,
  } as Payment;
}

const buyerViewer = { uid: 'b', role: 'user' } as const;
const sellerViewer = { uid: 's', role: 'user' } as const;
const teamViewer = { uid: 't', role: 'admin' } as const;

describe('the actions of a dispute', () => {
  test('allow the buyer one dispute, while the money is held or clearing', () => {
    const canDispute = (order: Payment) => availableActions(order, buyerViewer).includes('dispute');
    expect(canDispute(orderWithDispute(null))).toBe(true);
    expect(
      canDispute(orderWithDispute(null, { serviceStatus: 'complete', heldUntil: timeOnDay(24) })),
    ).toBe(true);
    expect(canDispute(orderWithDispute(null, { serviceStatus: 'complete' }))).toBe(false);
    expect(canDispute(orderWithDispute(null, { serviceStatus: 'awaiting_start' }))).toBe(false);
    expect(canDispute(orderWithDispute(null, { price: '0.00' }))).toBe(false);
    expect(
      canDispute(orderWithDispute(endedDispute(unansweredDispute, { outcome: 'withdrawn' }))),
    ).toBe(false);
    expect(availableActions(orderWithDispute(null), sellerViewer)).not.toContain('dispute');
  });

  test('do not include another end or refund of the order while the dispute is unresolved', () => {
    expect(availableActions(orderWithDispute(unansweredDispute), buyerViewer)).toEqual([
      'withdrawDispute',
    ]);
    expect(availableActions(orderWithDispute(disputeWithOffer), buyerViewer)).toEqual([
      'acceptOffer',
      'withdrawDispute',
    ]);
    expect(availableActions(orderWithDispute(unansweredDispute), sellerViewer)).toEqual([
      'contest',
      'offerPart',
      'returnAll',
    ]);
    expect(availableActions(orderWithDispute(contestedDispute), sellerViewer)).toEqual([
      'returnAll',
    ]);
    expect(availableActions(orderWithDispute(unansweredDispute), teamViewer)).toEqual([]);
  });

  test('include the usual actions of the order again after the dispute', () => {
    const orderWithWithdrawnDispute = orderWithDispute(
      endedDispute(unansweredDispute, { outcome: 'withdrawn', refundedAmount: '0.00' }),
    );
    expect(availableActions(orderWithWithdrawnDispute, buyerViewer)).toEqual(['end']);
    expect(availableActions(orderWithWithdrawnDispute, sellerViewer)).toEqual(['end']);
  });

  test('open the history from a notification, and a named dialog only when its action is available', () => {
    expect(findDialogAction(orderWithDispute(unansweredDispute), sellerViewer, 'ver')).toBe(
      'details',
    );
    expect(findDialogAction(orderWithDispute(unansweredDispute), sellerViewer, 'contestar')).toBe(
      'contest',
    );
    expect(
      findDialogAction(orderWithDispute(contestedDispute), sellerViewer, 'contestar'),
    ).toBeNull();
    expect(findDialogAction(orderWithDispute(null), buyerViewer, 'problema')).toBe('dispute');
  });

  test('open the main dialog from a link that names only the order, once the dispute has ended', () => {
    const withdrawnDispute = endedDispute(unansweredDispute, { outcome: 'withdrawn' });
    const completeOrder = orderWithDispute(withdrawnDispute, { serviceStatus: 'complete' });
    expect(findDialogAction(completeOrder, buyerViewer, null)).toBe('review');
    expect(findDialogAction(orderWithDispute(withdrawnDispute), sellerViewer, null)).toBe('end');
    expect(findDialogAction(orderWithDispute(unansweredDispute), sellerViewer, null)).toBe(
      'details',
    );
    expect(findDialogAction(completeOrder, buyerViewer, 'ver')).toBe('details');
  });

  test('a disputed order has a separate column and stays open', () => {
    const completeOrder = orderWithDispute(contestedDispute, { serviceStatus: 'complete' });
    expect(groupByColumn([completeOrder], 'seller').disputed).toEqual([completeOrder]);
    expect(isOpenOrder(completeOrder)).toBe(true);
    const waitingOrder = orderWithDispute(unansweredDispute, { id: '2', createdAt: timeOnDay(18) });
    expect(groupByColumn([completeOrder, waitingOrder], 'buyer').disputed).toEqual([
      waitingOrder,
      completeOrder,
    ]);
  });
});

test('a refund of a started order by the system is explained by the dispute', () => {
  const steps: Payment['steps'] = [
    { status: 'awaiting_start', at: timeOnDay(19), by: 'provider' },
    { status: 'in_progress', at: timeOnDay(19), by: 'seller' },
    { status: 'refunded', at: timeOnDay(22), by: 'system' },
  ];
  const refundedOrder = orderWithDispute(endedDispute(unansweredDispute, {}), { steps });
  expect(steps.map((step) => orderStepText(step, refundedOrder, 'b', 60)).at(-1)).toBe(
    'Reembolsado automaticamente: a disputa ficou sem resposta',
  );
});

test('a refunded amount is shown beside the price only for a partial refund', () => {
  const text = (refundedAmount: string) => refundedPartText({ price: '45.00', refundedAmount });
  expect([text('0.00'), text('20.00'), text('45.00')]).toEqual([null, 'R$ 20,00 devolvidos', null]);
});
