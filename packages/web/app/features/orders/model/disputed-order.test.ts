import type { Dispute } from '@guilda/contract/dispute';
import type { Payment } from '@guilda/contract/orders';
import { describe, expect, test } from 'vitest';
import { buildDispute } from '../../../../test/fixtures/dispute-builders.ts';
import { availableActions } from './available-actions.ts';
import { groupByColumn, isOpenOrder } from './board-columns.ts';
import { findDialogAction } from './dialog-action.ts';
import { orderStepText } from './order-step-text.ts';
import { refundedPartText } from './refunded-part.ts';

const at = (day: number) => `2026-11-${day}T12:09:00.000Z`;

const open = buildDispute({ openedAt: at(20), answerBy: at(22), decideBy: at(23) });
const contestAnswer = { accept: false, message: 'Entreguei.', offer: null };
const contested: Dispute = {
  ...open,
  state: 'answered',
  answer: contestAnswer,
  answeredAt: at(21),
};
const disputeWithOffer: Dispute = { ...contested, answer: { ...contestAnswer, offer: '20.00' } };
const endedDispute = (of: Dispute, more: Partial<Dispute>): Dispute => ({
  ...of,
  state: 'resolved',
  outcome: 'refunded',
  refundedAmount: '45.00',
  decidedAt: at(22),
  ...more,
});

function order(dispute: Dispute | null, more: Partial<Payment> = {}): Payment {
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
    createdAt: at(19),
    steps: [],
    dispute,
    ...more,
  } as Payment;
}

const buyer = { uid: 'b', role: 'user' } as const;
const seller = { uid: 's', role: 'user' } as const;
const team = { uid: 't', role: 'admin' } as const;

describe('the actions of a dispute', () => {
  test('allow the buyer one dispute, while the money is held or clearing', () => {
    const can = (subject: Payment) => availableActions(subject, buyer).includes('dispute');
    expect(can(order(null))).toBe(true);
    expect(can(order(null, { serviceStatus: 'complete', heldUntil: at(24) }))).toBe(true);
    expect(can(order(null, { serviceStatus: 'complete' }))).toBe(false);
    expect(can(order(null, { serviceStatus: 'awaiting_start' }))).toBe(false);
    expect(can(order(null, { price: '0.00' }))).toBe(false);
    expect(can(order(endedDispute(open, { outcome: 'withdrawn' })))).toBe(false);
    expect(availableActions(order(null), seller)).not.toContain('dispute');
  });

  test('do not include another end or refund of the order while the dispute is unresolved', () => {
    expect(availableActions(order(open), buyer)).toEqual(['withdrawDispute']);
    expect(availableActions(order(disputeWithOffer), buyer)).toEqual([
      'acceptOffer',
      'withdrawDispute',
    ]);
    expect(availableActions(order(open), seller)).toEqual(['contest', 'returnAll']);
    expect(availableActions(order(contested), seller)).toEqual(['returnAll']);
    expect(availableActions(order(open), team)).toEqual([]);
  });

  test('include the usual actions of the order again after the dispute', () => {
    const withdrawn = order(endedDispute(open, { outcome: 'withdrawn', refundedAmount: '0.00' }));
    expect(availableActions(withdrawn, buyer)).toEqual(['end']);
    expect(availableActions(withdrawn, seller)).toEqual(['end']);
  });

  test('open the history from a notification, and a named dialog only when its action is available', () => {
    expect(findDialogAction(order(open), seller, 'ver')).toBe('details');
    expect(findDialogAction(order(open), seller, 'contestar')).toBe('contest');
    expect(findDialogAction(order(contested), seller, 'contestar')).toBeNull();
    expect(findDialogAction(order(null), buyer, 'problema')).toBe('dispute');
  });

  test('a disputed order has a separate column and stays open', () => {
    const complete = order(contested, { serviceStatus: 'complete' });
    expect(groupByColumn([complete], 'seller').disputed).toEqual([complete]);
    expect(isOpenOrder(complete)).toBe(true);
    const waiting = order(open, { id: '2', createdAt: at(18) });
    expect(groupByColumn([complete, waiting], 'buyer').disputed).toEqual([waiting, complete]);
  });
});

test('a refund of a started order by the system is explained by the dispute', () => {
  const steps: Payment['steps'] = [
    { status: 'awaiting_start', at: at(19), by: 'provider' },
    { status: 'in_progress', at: at(19), by: 'seller' },
    { status: 'refunded', at: at(22), by: 'system' },
  ];
  const refunded = order(endedDispute(open, {}), { steps });
  expect(steps.map((step) => orderStepText(step, refunded, 'b')).at(-1)).toBe(
    'Reembolsado automaticamente: a disputa ficou sem resposta',
  );
});

test('a refunded amount is shown beside the price only for a partial refund', () => {
  const text = (refundedAmount: string) => refundedPartText({ price: '45.00', refundedAmount });
  expect([text('0.00'), text('20.00'), text('45.00')]).toEqual([
    null,
    'R$\u00a020,00 devolvidos',
    null,
  ]);
});
