import type { Payment } from '@guilda/contract/orders';
import { expect, test } from 'vitest';
import { buildDispute } from '../../../test/fixtures/dispute-builders.ts';
import { sortWaitingOrders } from './waiting-orders.ts';

const noOrders = { selling: [], buying: [], start: [], pay: [], review: [], sold: [] };

function order(id: string, more: Partial<Payment> = {}): Payment {
  return {
    id,
    purchaseCode: `GLD-${id}`,
    productName: 'Treino',
    serviceId: 's',
    type: 'call',
    price: '45.00',
    adult: false,
    photoURL: '/p.webp',
    buyerId: 'b',
    buyerName: 'Bia',
    buyerUsername: 'biabia',
    buyerPhotoURL: null,
    buyerBadges: [],
    sellerId: 'v',
    sellerName: 'Vera',
    sellerUsername: 'veravera',
    sellerPhotoURL: null,
    sellerBadges: [],
    serviceStatus: 'awaiting_start',
    startedServiceAt: null,
    endedIt: null,
    reviewed: false,
    rating: null,
    checkoutUrl: null,
    steps: [],
    expiresAt: null,
    startBy: null,
    packOpened: false,
    heldUntil: null,
    refundedAmount: '0.00',
    dispute: null,
    chargeback: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    ...more,
  };
}

const ids = (answer: Parameters<typeof sortWaitingOrders>[0]) =>
  sortWaitingOrders(answer).map(({ kind, payment }) => `${kind} ${payment.id}`);

test('orders in progress come first, and reviews last', () => {
  const answer = {
    selling: [order('1')],
    buying: [order('2')],
    start: [order('3')],
    pay: [order('4')],
    review: [order('5')],
    sold: [],
  };
  expect(ids(answer)).toEqual(['selling 1', 'buying 2', 'start 3', 'pay 4', 'review 5']);
});

test('a dispute waits for its seller until the answer, and for its buyer with an offer', () => {
  const open = buildDispute();
  const answer = { accept: false, message: 'Entreguei.', offer: '20.00' };
  const offered = buildDispute({ state: 'answered', answer });
  const contested = buildDispute({ state: 'answered', answer: { ...answer, offer: null } });
  const answerFirst = {
    ...noOrders,
    selling: [order('1', { dispute: open }), order('2', { dispute: offered })],
    sold: [order('3', { dispute: open }), order('4')],
    buying: [order('5', { dispute: open }), order('6', { dispute: offered })],
    review: [order('7', { dispute: offered }), order('8', { dispute: contested })],
  };
  expect(ids(answerFirst)).toEqual(['answer 1', 'answer 3', 'offer 6', 'offer 7']);
});

test('the order of the buyer who has waited longest comes first', () => {
  const start = [
    order('new', { createdAt: '2026-11-20T12:00:00.000Z' }),
    order('old', { createdAt: '2026-11-19T12:00:00.000Z' }),
  ];
  expect(ids({ ...noOrders, start })).toEqual(['start old', 'start new']);
});

test('a reviewed order does not wait any more', () => {
  const review = [order('1', { reviewed: true }), order('2')];
  expect(ids({ ...noOrders, review })).toEqual(['review 2']);
});

test('an order from a server without disputes waits like an order without a dispute', () => {
  const { dispute, ...earlier } = order('1', { serviceStatus: 'in_progress' });
  expect(ids({ ...noOrders, selling: [earlier as Payment] })).toEqual(['selling 1']);
});
