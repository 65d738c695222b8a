import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { describe, expect, test } from 'vitest';
import { dayAndTimeText, shortDateTimeText } from '../../../lib/format/date-text.ts';
import { stopwatchText } from '../../../lib/format/stopwatch-text.ts';
import { availableActions, type ViewerOrderAction } from './available-actions.ts';
import { groupByColumn, isOpenOrder } from './board-columns.ts';
import { findDialogAction } from './dialog-action.ts';
import { waitingText } from './durations.ts';
import { paymentPollMs } from './poll-intervals.ts';
import { timelineSteps, waitingSince } from './timeline-steps.ts';

const timeAtHour = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

function buildOrderWith(
  orderId: string,
  serviceStatus: ServiceStatus,
  overrides: Partial<Payment> = {},
): Payment {
  return {
    id: orderId,
    serviceStatus,
    buyerId: 'b',
    sellerId: 's',
    price: '45.00',
    reviewed: false,
    checkoutUrl: null,
    heldUntil: null,
    dispute: null,
    createdAt: timeAtHour(1),
    steps: [{ status: 'awaiting_payment', at: timeAtHour(1), by: 'system' }],
    ...overrides,
  } as Payment;
}

const allOrders = [
  buildOrderWith('1', 'awaiting_payment'),
  buildOrderWith('2', 'awaiting_start'),
  buildOrderWith('3', 'in_progress'),
  buildOrderWith('4', 'complete'),
  buildOrderWith('5', 'cancelled'),
  buildOrderWith('6', 'refunded'),
];

const joinIds = (list: readonly Payment[]) => list.map(({ id }) => id).join();

test('sellers do not see orders that were never paid', () => {
  const sellerColumns = groupByColumn(allOrders, 'seller');
  expect([
    joinIds(sellerColumns.queue),
    joinIds(sellerColumns.live),
    joinIds(sellerColumns.done),
    joinIds(sellerColumns.closed),
  ]).toEqual(['2', '3', '4', '6']);
  const buyerColumns = groupByColumn(allOrders, 'buyer');
  expect([joinIds(buyerColumns.queue), joinIds(buyerColumns.closed)]).toEqual(['2,1', '6,5']);
});

test('an order of two lists is on the board once, and the newest order comes first', () => {
  const lateOrder = buildOrderWith('9', 'awaiting_start', { createdAt: timeAtHour(5) });
  expect(joinIds(groupByColumn([...allOrders, lateOrder, lateOrder], 'buyer').queue)).toBe('9,2,1');
});

test('the buyer who has waited longest comes first in the seller’s queue', () => {
  const paidAt = (id: string, hour: number) =>
    buildOrderWith(id, 'awaiting_start', {
      createdAt: timeAtHour(9 - hour),
      steps: [{ status: 'awaiting_start', at: timeAtHour(hour), by: 'provider' }],
    });
  const sales = [paidAt('late', 5), paidAt('early', 2)];
  expect(joinIds(groupByColumn(sales, 'seller').queue)).toBe('early,late');
  expect(joinIds(groupByColumn(sales, 'buyer').queue)).toBe('early,late');
});

test('an order is open while it waits for an action', () => {
  expect(joinIds(allOrders.filter(isOpenOrder))).toBe('1,2,3');
});

describe('available actions', () => {
  type Row = [ServiceStatus, ViewerOrderAction[], ViewerOrderAction[], ViewerOrderAction[]];
  const rows: Row[] = [
    ['awaiting_payment', ['pay', 'cancel'], [], []],
    ['awaiting_start', ['support', 'refund'], ['start', 'refund'], ['refund']],
    ['in_progress', ['end', 'dispute'], ['end'], ['refund']],
    ['complete', ['review'], [], []],
    ['cancelled', [], [], []],
    ['refunded', [], [], []],
  ];
  const viewer = (uid: string, role: 'user' | 'admin' = 'user') => ({ uid, role });
  test.each(rows)('%s: buyer %j, seller %j, team %j', (status, buyer, seller, team) => {
    const order = buildOrderWith('1', status, { checkoutUrl: 'https://pay.example/1' });
    expect(availableActions(order, viewer('b'))).toEqual(buyer);
    expect(availableActions(order, viewer('s'))).toEqual(seller);
    expect(availableActions(order, viewer('t', 'admin'))).toEqual(team);
    expect(availableActions(order, viewer('stranger'))).toEqual([]);
  });
  test('a review is given once and then shown, and paying needs a checkout URL', () => {
    const reviewedOrder = buildOrderWith('1', 'complete', { reviewed: true });
    expect(availableActions(reviewedOrder, viewer('b'))).toEqual([]);
    expect(availableActions(reviewedOrder, viewer('s'))).toEqual(['received']);
    expect(availableActions(buildOrderWith('1', 'awaiting_payment'), viewer('b'))).toEqual([
      'cancel',
    ]);
  });
  test('only the buyer opens a pack, from the payment on and not after a refund', () => {
    const canOpenPack = (status: ServiceStatus, uid = 'b') =>
      availableActions(
        buildOrderWith('1', status, { type: 'media', reviewed: true }),
        viewer(uid),
      ).includes('pack');
    expect(
      allOrders.filter(({ serviceStatus }) => canOpenPack(serviceStatus)).map(({ id }) => id),
    ).toEqual(['2', '3', '4']);
    expect(canOpenPack('complete', 's')).toBe(false);
  });
});

describe('the dialog of a URL', () => {
  const seller = { uid: 's', role: 'user' } as const;
  const waitingOrder = buildOrderWith('1', 'awaiting_start');
  test('is the main dialog for a URL with only the order, and the named dialog for one with a name', () => {
    expect(findDialogAction(waitingOrder, seller, null)).toBe('start');
    expect(findDialogAction(waitingOrder, seller, 'reembolsar')).toBe('refund');
    expect(findDialogAction(waitingOrder, seller, 'detalhes')).toBe('details');
  });
  test('is the main dialog for `ver`, or the history when no action is available', () => {
    expect(findDialogAction(waitingOrder, seller, 'ver')).toBe('start');
    expect(findDialogAction(buildOrderWith('1', 'refunded'), seller, 'ver')).toBe('details');
  });
  test('is none for an unavailable action', () => {
    expect(findDialogAction(waitingOrder, seller, 'encerrar')).toBeNull();
    expect(
      findDialogAction(buildOrderWith('1', 'complete', { reviewed: true }), seller, null),
    ).toBeNull();
    const unpaidOrder = buildOrderWith('1', 'awaiting_payment', {
      checkoutUrl: 'https://pay.example/1',
    });
    expect(findDialogAction(unpaidOrder, { uid: 'b', role: 'user' }, null)).toBeNull();
  });
});

describe('the timeline', () => {
  const steps = [
    { status: 'awaiting_payment', at: timeAtHour(1), by: 'system' },
    { status: 'awaiting_start', at: timeAtHour(2), by: 'system' },
    { status: 'in_progress', at: timeAtHour(3), by: 'system' },
  ] as const;
  const timelineTexts = (order: Payment) =>
    timelineSteps(order).map(
      ({ label, state, happenedAt: moment }) => `${label} ${state} ${moment ?? '-'}`,
    );
  test('shows done, current and future steps', () => {
    expect(timelineTexts(buildOrderWith('1', 'in_progress', { steps: [...steps] }))).toEqual([
      `Pago done ${timeAtHour(2)}`,
      `Atendimento current ${timeAtHour(3)}`,
      'Concluído future -',
    ]);
  });
  test('ends with the refund, after the attendance if there was one', () => {
    const refundStep = { status: 'refunded', at: timeAtHour(4), by: 'system' } as const;
    expect(
      timelineTexts(buildOrderWith('1', 'refunded', { steps: [...steps, refundStep] })),
    ).toHaveLength(3);
    expect(
      timelineTexts(buildOrderWith('1', 'refunded', { steps: [...steps.slice(0, 2), refundStep] })),
    ).toEqual([`Pago done ${timeAtHour(2)}`, `Reembolsado done ${timeAtHour(4)}`]);
  });
  test('ends with the word of the history when a free order was undone', () => {
    const undoneStep = { status: 'refunded', at: timeAtHour(4), by: 'seller' } as const;
    const order = buildOrderWith('1', 'refunded', { steps: [undoneStep], price: '0.00' });
    expect(timelineSteps(order).at(-1)?.label).toBe('Desfeito');
  });
  test('ends with the buyer’s own word when the buyer undid the order', () => {
    const undoneStep = { status: 'refunded', at: timeAtHour(4), by: 'buyer' } as const;
    const order = buildOrderWith('1', 'refunded', { steps: [undoneStep] });
    expect(timelineSteps(order).at(-1)?.label).toBe('Desfeito');
  });
  test('starts a free order with an order instead of a payment', () => {
    expect(timelineSteps(buildOrderWith('1', 'awaiting_start', { price: '0.00' }))[0]?.label).toBe(
      'Pedido',
    );
  });
  test('an order waits for its seller from the payment on', () => {
    expect(waitingSince(buildOrderWith('1', 'awaiting_start', { steps: [...steps] }))).toBe(
      timeAtHour(2),
    );
    expect(waitingSince(buildOrderWith('1', 'awaiting_payment'))).toBe(timeAtHour(1));
  });
});

test('the stopwatch shows minutes, then hours, and is never negative', () => {
  const durationsMs = [-5_000, 0, 59_999, 3_599_999, 3_600_000, 126 * 3_600_000 + 61_000];
  expect(durationsMs.map(stopwatchText)).toEqual([
    '00:00',
    '00:00',
    '00:59',
    '59:59',
    '01:00:00',
    '126:01:01',
  ]);
});

test('waiting time is shown in its largest unit', () => {
  const minute = 60_000;
  const durationsMs = [-1, 59_000, 12 * minute, 180 * minute, 1500 * minute, 2 * 24 * 60 * minute];
  expect(durationsMs.map(waitingText)).toEqual([
    'Chegou agora',
    'Chegou agora',
    'Espera você há 12 min',
    'Espera você há 3 h',
    'Espera você há 1 dia',
    'Espera você há 2 dias',
  ]);
});

test('dates are shown in the shortest form', () => {
  const now = new Date(2026, 10, 20, 21, 0);
  expect(shortDateTimeText(new Date(2026, 10, 20, 20, 5), now)).toBe('20:05');
  expect(shortDateTimeText(new Date(2026, 10, 18, 20, 5), now)).toBe('18/11');
  expect(shortDateTimeText(new Date(2025, 10, 18, 20, 5), now)).toBe('18/11/2025');
  expect(dayAndTimeText(new Date(2026, 10, 20, 20, 2), now)).toBe('Hoje, 20:02');
  expect(dayAndTimeText(new Date(2026, 10, 19, 23, 59), now)).toBe('Ontem, 23:59');
  expect(dayAndTimeText(new Date(2026, 10, 18, 20, 2), now)).toBe('18/11, 20:02');
});

test('the payment is polled at growing intervals', () => {
  expect([0, 29_999, 30_000, 179_999, 180_000].map(paymentPollMs)).toEqual([
    2000, 2000, 5000, 5000, 15000,
  ]);
});
