import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { describe, expect, test } from 'vitest';
import { dayAndHour, shortMoment } from '../../../lib/moments.ts';
import { stopwatchText } from '../../../lib/stopwatch-text.ts';
import { actionsOf, type OrderAction } from './actions.ts';
import { columnsOf, isOpen } from './columns.ts';
import { dialogFor } from './dialog-action.ts';
import { paymentPauseMs } from './polling.ts';
import { stepsOf, waitingSince } from './steps.ts';
import { waitingText } from './times.ts';

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

function order(id: string, serviceStatus: ServiceStatus, more: Partial<Payment> = {}): Payment {
  return {
    id,
    serviceStatus,
    buyerId: 'b',
    sellerId: 's',
    price: '45.00',
    reviewed: false,
    checkoutUrl: null,
    createdAt: at(1),
    steps: [{ status: 'awaiting_payment', at: at(1), by: 'system' }],
    ...more,
  } as Payment;
}

const all = [
  order('1', 'awaiting_payment'),
  order('2', 'awaiting_start'),
  order('3', 'in_progress'),
  order('4', 'complete'),
  order('5', 'cancelled'),
  order('6', 'refunded'),
];

const ids = (list: readonly Payment[]) => list.map(({ id }) => id).join();

test('a seller sees nothing of orders that were never paid', () => {
  const seller = columnsOf(all, 'seller');
  expect([ids(seller.queue), ids(seller.live), ids(seller.done), ids(seller.closed)]).toEqual([
    '2',
    '3',
    '4',
    '6',
  ]);
  const buyer = columnsOf(all, 'buyer');
  expect([ids(buyer.queue), ids(buyer.closed)]).toEqual(['2,1', '6,5']);
});

test('an order that is in two lists stands on the board once, newest first', () => {
  const late = order('9', 'awaiting_start', { createdAt: at(5) });
  expect(ids(columnsOf([...all, late, late], 'buyer').queue)).toBe('9,2,1');
});

test('who has waited longest comes first in the seller’s queue', () => {
  const paidAt = (id: string, hour: number) =>
    order(id, 'awaiting_start', {
      createdAt: at(9 - hour),
      steps: [{ status: 'awaiting_start', at: at(hour), by: 'provider' }],
    });
  const sales = [paidAt('late', 5), paidAt('early', 2)];
  expect(ids(columnsOf(sales, 'seller').queue)).toBe('early,late');
  expect(ids(columnsOf(sales, 'buyer').queue)).toBe('early,late');
});

test('open is what somebody still has to do something about', () => {
  expect(ids(all.filter(isOpen))).toBe('1,2,3');
});

describe('exactly the actions left to each person', () => {
  type Row = [ServiceStatus, OrderAction[], OrderAction[], OrderAction[]];
  const rows: Row[] = [
    ['awaiting_payment', ['pay', 'cancel'], [], []],
    ['awaiting_start', ['support'], ['start', 'refund'], ['refund']],
    ['in_progress', ['end'], ['end'], ['refund']],
    ['complete', ['review'], [], []],
    ['cancelled', [], [], []],
    ['refunded', [], [], []],
  ];
  const reader = (uid: string, role: 'user' | 'admin' = 'user') => ({ uid, role });
  test.each(rows)('%s: buyer %j, seller %j, team %j', (status, buyer, seller, team) => {
    const subject = order('1', status, { checkoutUrl: 'https://pay.example/1' });
    expect(actionsOf(subject, reader('b'))).toEqual(buyer);
    expect(actionsOf(subject, reader('s'))).toEqual(seller);
    expect(actionsOf(subject, reader('t', 'admin'))).toEqual(team);
    expect(actionsOf(subject, reader('stranger'))).toEqual([]);
  });
  test('a review is given once and then read, and nothing is paid without an address', () => {
    const reviewed = order('1', 'complete', { reviewed: true });
    expect(actionsOf(reviewed, reader('b'))).toEqual([]);
    expect(actionsOf(reviewed, reader('s'))).toEqual(['received']);
    expect(actionsOf(order('1', 'awaiting_payment'), reader('b'))).toEqual(['cancel']);
  });
  test('a pack is opened by who bought it, from the payment on and not after a refund', () => {
    const open = (status: ServiceStatus, uid = 'b') =>
      actionsOf(order('1', status, { type: 'media', reviewed: true }), reader(uid)).includes(
        'pack',
      );
    expect(all.filter(({ serviceStatus }) => open(serviceStatus)).map(({ id }) => id)).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(open('complete', 's')).toBe(false);
  });
});

describe('the dialog that an address asks for', () => {
  const seller = { uid: 's', role: 'user' } as const;
  const waiting = order('1', 'awaiting_start');
  test('the order alone opens its main one, a name opens that one', () => {
    expect(dialogFor(waiting, seller, null)).toBe('start');
    expect(dialogFor(waiting, seller, 'reembolsar')).toBe('refund');
    expect(dialogFor(waiting, seller, 'detalhes')).toBe('details');
  });
  test('an order to look at opens its main one, or its history where nothing is left to do', () => {
    expect(dialogFor(waiting, seller, 'ver')).toBe('start');
    expect(dialogFor(order('1', 'refunded'), seller, 'ver')).toBe('details');
  });
  test('what cannot be done opens nothing', () => {
    expect(dialogFor(waiting, seller, 'encerrar')).toBeNull();
    expect(dialogFor(order('1', 'complete', { reviewed: true }), seller, null)).toBeNull();
    const unpaid = order('1', 'awaiting_payment', { checkoutUrl: 'https://pay.example/1' });
    expect(dialogFor(unpaid, { uid: 'b', role: 'user' }, null)).toBeNull();
  });
});

describe('the timeline', () => {
  const steps = [
    { status: 'awaiting_payment', at: at(1), by: 'system' },
    { status: 'awaiting_start', at: at(2), by: 'system' },
    { status: 'in_progress', at: at(3), by: 'system' },
  ] as const;
  const shown = (subject: Payment) =>
    stepsOf(subject).map(({ label, state, at: moment }) => `${label} ${state} ${moment ?? '-'}`);
  test('says what happened, what happens and what is still to come', () => {
    expect(shown(order('1', 'in_progress', { steps: [...steps] }))).toEqual([
      `Pago done ${at(2)}`,
      `Atendimento current ${at(3)}`,
      'Concluído future -',
    ]);
  });
  test('a refund ends it, with the attendance only if there was one', () => {
    const end = { status: 'refunded', at: at(4), by: 'system' } as const;
    expect(shown(order('1', 'refunded', { steps: [...steps, end] }))).toHaveLength(3);
    expect(shown(order('1', 'refunded', { steps: [...steps.slice(0, 2), end] }))).toEqual([
      `Pago done ${at(2)}`,
      `Reembolsado done ${at(4)}`,
    ]);
  });
  test('nobody paid for what is free', () => {
    expect(stepsOf(order('1', 'awaiting_start', { price: '0.00' }))[0]?.label).toBe('Pedido');
  });
  test('a seller is kept waiting from the payment on', () => {
    expect(waitingSince(order('1', 'awaiting_start', { steps: [...steps] }))).toBe(at(2));
    expect(waitingSince(order('1', 'awaiting_payment'))).toBe(at(1));
  });
});

test('a stopwatch grows from minutes to hours and never runs backwards', () => {
  const times = [-5_000, 0, 59_999, 3_599_999, 3_600_000, 126 * 3_600_000 + 61_000];
  expect(times.map(stopwatchText)).toEqual([
    '00:00',
    '00:00',
    '00:59',
    '59:59',
    '01:00:00',
    '126:01:01',
  ]);
});

test('waiting is told in the largest unit', () => {
  const minute = 60_000;
  const times = [-1, 59_000, 12 * minute, 180 * minute, 1500 * minute, 2 * 24 * 60 * minute];
  expect(times.map(waitingText)).toEqual([
    'Agora',
    'Agora',
    'Há 12 min',
    'Há 3 h',
    'Há 1 dia',
    'Há 2 dias',
  ]);
});

test('moments are as short as they are clear', () => {
  const now = new Date(2026, 10, 20, 21, 0);
  expect(shortMoment(new Date(2026, 10, 20, 20, 5), now)).toBe('20:05');
  expect(shortMoment(new Date(2026, 10, 18, 20, 5), now)).toBe('18/11');
  expect(shortMoment(new Date(2025, 10, 18, 20, 5), now)).toBe('18/11/2025');
  expect(dayAndHour(new Date(2026, 10, 20, 20, 2), now)).toBe('Hoje, 20:02');
  expect(dayAndHour(new Date(2026, 10, 19, 23, 59), now)).toBe('Ontem, 23:59');
  expect(dayAndHour(new Date(2026, 10, 18, 20, 2), now)).toBe('18/11, 20:02');
});

test('the payment is asked for less and less often', () => {
  expect([0, 29_999, 30_000, 179_999, 180_000].map(paymentPauseMs)).toEqual([
    2000, 2000, 5000, 5000, 15000,
  ]);
});
