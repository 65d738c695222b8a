import type { Dispute } from '@guilda/contract/orders/dispute';
import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { describe, expect, test } from 'vitest';
import { buildDispute } from '../../../../test/fixtures/dispute-builders.ts';
import { durationText } from '../../../lib/format/duration-text.ts';
import { deadlineText, getDeadline, timeLeftText } from './deadline.ts';
import { readStatusFilter } from './order-filter.ts';
import { endingText, orderStepText } from './order-step-text.ts';

const PAID_AT = '2026-11-10T12:00:00.000Z';
const PAYMENT_MINUTES = 60;

type StepActor = Payment['steps'][number]['by'];

function buildEndedOrder(
  status: ServiceStatus,
  by: StepActor,
  price = '45.00',
  at = '2026-11-17T12:00:00.000Z',
) {
  return {
    buyerId: 'b',
    sellerId: 's',
    price,
    serviceStatus: status,
    createdAt: PAID_AT,
    steps: [
      { status: 'awaiting_payment' as const, at: PAID_AT, by: 'buyer' as const },
      { status: 'awaiting_start' as const, at: PAID_AT, by: 'provider' as const },
      { status, at, by },
    ],
  };
}

describe('endingText', () => {
  const rows: [ServiceStatus, StepActor, string, string][] = [
    ['cancelled', 'system', 'b', 'Cancelado por falta de pagamento'],
    ['cancelled', 'buyer', 'b', 'Cancelado por você'],
    ['cancelled', 'buyer', 's', 'Cancelado por quem comprou'],
    ['refunded', 'seller', 'b', 'Reembolsado por quem vende'],
    ['refunded', 'seller', 's', 'Reembolsado por você'],
    ['refunded', 'buyer', 'b', 'Compra desfeita por você'],
    ['refunded', 'buyer', 's', 'Compra desfeita por quem comprou'],
    ['refunded', 'admin', 'b', 'Reembolsado pela equipe'],
    ['refunded', 'system', 'b', 'Reembolsado automaticamente: não começou em 7 dias'],
    ['refunded', 'provider', 'b', 'Reembolsado pelo meio de pagamento'],
  ];
  test.each(rows)('%s by %s, read by %s: %s', (status, by, uid, text) => {
    expect(endingText(buildEndedOrder(status, by), uid, PAYMENT_MINUTES)).toBe(text);
  });
  test('says that free orders are undone, and shows short waits not in days', () => {
    expect(endingText(buildEndedOrder('refunded', 'seller', '0.00'), 'b', PAYMENT_MINUTES)).toBe(
      'Desfeito por quem vende',
    );
    const refundedSoon = buildEndedOrder('refunded', 'system', '45.00', '2026-11-10T12:10:00.000Z');
    expect(endingText(refundedSoon, 'b', PAYMENT_MINUTES)).toBe(
      'Reembolsado automaticamente: não começou no prazo',
    );
  });
  test('blames no missing payment when the order was cancelled before its time to pay had passed', () => {
    const textAt = (at: string) =>
      endingText(buildEndedOrder('cancelled', 'system', '45.00', at), 'b', PAYMENT_MINUTES);
    expect(textAt('2026-11-10T12:59:59.000Z')).toBe('Cancelado automaticamente');
    expect(textAt('2026-11-10T13:00:00.000Z')).toBe('Cancelado por falta de pagamento');
  });
  test('is null for open and completed orders', () => {
    expect(endingText(buildEndedOrder('in_progress', 'seller'), 'b', PAYMENT_MINUTES)).toBeNull();
    expect(endingText(buildEndedOrder('complete', 'buyer'), 'b', PAYMENT_MINUTES)).toBeNull();
  });
  test('orderStepText describes every step', () => {
    const order = buildEndedOrder('complete', 'buyer');
    expect(order.steps.map((step) => orderStepText(step, order, 's', PAYMENT_MINUTES))).toEqual([
      'Pedido feito por quem comprou',
      'Pagamento confirmado',
      'Recebimento confirmado por quem comprou',
    ]);
  });
});

test('the time left is shown in its largest units', () => {
  const minute = 60_000;
  const timesLeftMs = [-1, 0, 1, 42 * minute + 10_000, 60 * minute, 130 * minute, 47 * 60 * minute];
  expect([...timesLeftMs, 7 * 24 * 60 * minute].map(timeLeftText)).toEqual([
    '00:00',
    '00:00',
    '00:01',
    '42:10',
    '1 h',
    '2 h 10 min',
    '47 h',
    '7 dias',
  ]);
});

test('the time left begins with the whole time that was promised', () => {
  const second = 1000;
  const hour = 3_600 * second;
  const leftAfterFiveSeconds = (hours: number) => hours * hour - 5 * second;
  expect([168, 167, 48, 24, 2].map(leftAfterFiveSeconds).map(timeLeftText)).toEqual([
    '7 dias',
    '6 dias',
    '2 dias',
    '24 h',
    '2 h',
  ]);
  expect(timeLeftText(48 * hour - hour)).toBe('47 h');
  expect(timeLeftText(hour - second)).toBe('59:59');
});

test('a deadline is for the payment or the start and states what follows', () => {
  expect(getDeadline({ expiresAt: null, startBy: null, heldUntil: null })).toBeNull();
  const startDeadline = getDeadline({ expiresAt: null, startBy: PAID_AT, heldUntil: null });
  expect(startDeadline).toEqual({ dueAt: PAID_AT, kind: 'start' });
  const waitingOrder = {
    price: '45.00',
    sellerName: 'Ana',
    serviceStatus: 'awaiting_start' as const,
    heldUntil: null,
    dispute: null,
  };
  const consequenceFor = (side: 'seller' | 'buyer', price: string) =>
    deadlineText({ dueAt: PAID_AT, kind: 'start' }, side, { ...waitingOrder, price }).after;
  expect(deadlineText({ dueAt: PAID_AT, kind: 'start' }, null, waitingOrder)).toEqual({
    lead: 'Ana tem para começar',
    after: 'Sem início até lá, o valor volta para quem comprou.',
  });
  expect(deadlineText({ dueAt: PAID_AT, kind: 'pay' }, null, waitingOrder).lead).toBe(
    'Tempo para pagar',
  );
  expect(deadlineText({ dueAt: PAID_AT, kind: 'start' }, 'buyer', waitingOrder).lead).toBe(
    'Ana tem para começar',
  );
  expect(consequenceFor('seller', '45.00')).toContain('quem comprou');
  expect(consequenceFor('buyer', '45.00')).toContain('para você');
  expect(consequenceFor('seller', '0.00')).toBe('Depois disso, o pedido é desfeito.');
  expect(consequenceFor('buyer', '0.00')).toBe('Sem início até lá, o pedido é desfeito.');
  expect(getDeadline({ expiresAt: PAID_AT, startBy: null, heldUntil: null })?.kind).toBe('pay');
  const clearingDeadline = getDeadline({ expiresAt: null, startBy: null, heldUntil: PAID_AT });
  expect(clearingDeadline).toEqual({ dueAt: PAID_AT, kind: 'clear' });
  const heldOrder = { ...waitingOrder, serviceStatus: 'complete' as const, heldUntil: PAID_AT };
  const clearingTextFor = (side: 'seller' | 'buyer', dispute: Dispute | null = null) =>
    deadlineText({ dueAt: PAID_AT, kind: 'clear' }, side, { ...heldOrder, dispute }).after;
  expect(clearingTextFor('seller')).toContain('pode ser sacado');
  expect(clearingTextFor('buyer')).toBe(
    'Até lá, você pode abrir uma disputa. Depois, o dinheiro vai para quem vendeu.',
  );
  const withdrawnDispute = buildDispute({ state: 'resolved', outcome: 'withdrawn' });
  expect(clearingTextFor('buyer', withdrawnDispute)).toBe(
    'Depois disso, ele vai para quem vendeu.',
  );
});

test('readStatusFilter accepts the statuses of the side', () => {
  const parseStatus = (status: string, role: 'buyer' | 'seller') =>
    readStatusFilter(new URLSearchParams({ status }), role)?.label;
  expect(parseStatus('cancelled', 'buyer')).toBe('Canceladas');
  expect(parseStatus('cancelled', 'seller')).toBeUndefined();
  expect(parseStatus('refunded', 'seller')).toBe('Desfeitas e reembolsadas');
  expect(parseStatus('nada', 'buyer')).toBeUndefined();
});

test('a duration is shown in its largest whole unit', () => {
  const minute = 60_000;
  expect([1, 12 * minute, 59.9 * minute, 200 * minute, 1500 * minute].map(durationText)).toEqual([
    '1 min',
    '12 min',
    '59 min',
    '3 h',
    '1 dia',
  ]);
});
