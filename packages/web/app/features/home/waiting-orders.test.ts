import type { Payment } from '@guilda/contract/orders/orders';
import { expect, test } from 'vitest';
import { buildOrder } from '../../../test/fixtures/builders.ts';
import { buildDispute } from '../../../test/fixtures/dispute-builders.ts';
import { sortWaitingOrders } from './waiting-orders.ts';

const noOrders = {
  ...{ answer: [], offer: [], selling: [], buying: [] },
  ...{ start: [], pay: [], review: [] },
};

const buildWaitingOrder = (id: string, changes: Partial<Payment> = {}): Payment =>
  buildOrder({ id, ...changes });

const sortedIds = (orderLists: Parameters<typeof sortWaitingOrders>[0]) =>
  sortWaitingOrders(orderLists).map(({ kind, payment }) => `${kind} ${payment.id}`);

test('orders in progress come first, and reviews last', () => {
  const orderLists = {
    ...noOrders,
    selling: [buildWaitingOrder('1')],
    buying: [buildWaitingOrder('2')],
    start: [buildWaitingOrder('3')],
    pay: [buildWaitingOrder('4')],
    review: [buildWaitingOrder('5')],
  };
  expect(sortedIds(orderLists)).toEqual(['selling 1', 'buying 2', 'start 3', 'pay 4', 'review 5']);
});

test('a dispute waits for its seller until the answer, and for its buyer with an offer', () => {
  const openDispute = buildDispute();
  const answer = { accept: false, message: 'Entreguei.', offer: '20.00' };
  const disputeWithOffer = buildDispute({ state: 'answered', answer });
  const contestedDispute = buildDispute({ state: 'answered', answer: { ...answer, offer: null } });
  const disputedOrders = [openDispute, disputeWithOffer, contestedDispute].map((dispute, index) =>
    buildWaitingOrder(`${index + 1}`, { dispute }),
  );
  const orderLists = {
    ...noOrders,
    answer: disputedOrders,
    offer: disputedOrders,
    selling: disputedOrders,
    buying: disputedOrders,
    review: disputedOrders,
  };
  expect(sortedIds(orderLists)).toEqual(['answer 1', 'offer 2']);
});

test('the order of the buyer who has waited longest comes first', () => {
  const start = [
    buildWaitingOrder('new', { createdAt: '2026-11-20T12:00:00.000Z' }),
    buildWaitingOrder('old', { createdAt: '2026-11-19T12:00:00.000Z' }),
  ];
  expect(sortedIds({ ...noOrders, start })).toEqual(['start old', 'start new']);
});

test('a reviewed order does not wait any more', () => {
  const review = [buildWaitingOrder('1', { reviewed: true }), buildWaitingOrder('2')];
  expect(sortedIds({ ...noOrders, review })).toEqual(['review 2']);
});

test('an order from a server without disputes waits like an order without a dispute', () => {
  const { dispute, ...earlier } = buildWaitingOrder('1', { serviceStatus: 'in_progress' });
  expect(sortedIds({ ...noOrders, selling: [earlier as Payment] })).toEqual(['selling 1']);
});
