import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPaymentSandboxRig,
  type PaymentSandboxRig,
} from '../../../../test/payment-sandbox-rig.ts';
import { systemIds } from '../../../ports/ids.ts';
import { createCheckoutStore } from './checkout-store.ts';

let rig: PaymentSandboxRig;

beforeAll(async () => {
  rig = await createPaymentSandboxRig();
});
beforeEach(() => rig.clear());
afterAll(() => rig?.close());

async function open(orderId = 'order-1') {
  const made = await rig.provider.createCheckout({
    orderId,
    reference: 'GLD7K2M',
    title: 'Treino de mira',
    amount: 4500,
    payer: {},
    returnUrl: `${rig.address()}/success`,
    expiresAt: new Date(rig.clock.now().getTime() + 3_600_000),
    idempotencyKey: orderId,
  });
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

async function approve(checkoutUrl: string) {
  // The rig's port changes when the program starts anew.
  const { pathname } = new URL(checkoutUrl);
  const answer = await fetch(`${rig.address()}${pathname}/approve`, { method: 'POST' });
  expect(answer.status).toBe(200);
}

const told = () =>
  rig.webhooks.map(({ rawBody }) => JSON.parse(rawBody.toString()) as { id: string; type: string });

/** Moves on and says how many notifications were sent. */
async function after(ms: number) {
  rig.clock.advance(ms);
  return rig.runDue();
}

describe('notifications', () => {
  it('are repeated, ever more slowly, until the shop takes them', async () => {
    const { checkoutUrl } = await open();
    rig.shop.answer = async () => 500;
    await approve(checkoutUrl);
    expect(told()).toHaveLength(1);
    expect(await after(999)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(await after(4_999)).toBe(0);
    rig.shop.answer = async () => 302;
    expect(await after(1)).toBe(1);
    rig.shop.answer = async () => 200;
    expect(await after(15_000)).toBe(1);
    expect(await after(86_400_000)).toBe(0);
    const events = told();
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it('are signed anew each time', async () => {
    const { checkoutUrl } = await open();
    rig.shop.answer = async () => 503;
    await approve(checkoutUrl);
    rig.shop.answer = async () => 200;
    await after(3_000_000);
    const [first, second] = rig.webhooks;
    if (!first || !second) throw new Error('two attempts expected');
    expect(await rig.provider.parseWebhook(first)).toMatchObject({ code: 'webhook_unauthorized' });
    const notice = await rig.provider.parseWebhook(second);
    expect(notice.ok && notice.value.eventId).toBe(told()[0]?.id);
  });

  it('are given up after about a day', async () => {
    const { checkoutUrl } = await open();
    rig.shop.answer = async () => 500;
    await approve(checkoutUrl);
    while (told().length < 50 && (await after(43_200_000)) > 0);
    expect(told()).toHaveLength(11);
    expect(await after(365 * 86_400_000)).toBe(0);
  });

  it('survive a restart of the program', async () => {
    const { checkoutUrl } = await open();
    rig.shop.answer = async () => 500;
    await approve(checkoutUrl);
    rig.shop.answer = async () => 200;
    await rig.restart();
    expect(await after(1_000)).toBe(1);
    expect(told()).toHaveLength(2);
    expect(await rig.provider.lookup({ orderId: 'order-1' })).toMatchObject({
      value: { status: 'paid', amountPaid: 4500 },
    });
  });

  it('survive a crash between the payment and its first attempt', async () => {
    const { providerCheckoutId } = await open();
    const { pool, clock } = rig;
    const store = createCheckoutStore({ pool, clock, ids: systemIds });
    expect(await store.approve(providerCheckoutId, 'pix', false)).toBe(true);
    expect(await after(14_999)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(told()).toMatchObject([{ type: 'payment.paid' }]);
  });

  it('go out once each when rounds meet', async () => {
    const { pool, clock } = rig;
    const store = createCheckoutStore({ pool, clock, ids: systemIds });
    for (let order = 0; order < 15; order += 1) {
      const { providerCheckoutId } = await open(`order-${order}`);
      await store.approve(providerCheckoutId, 'pix', false);
    }
    clock.advance(15_000);
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM sandbox.payment_events FOR UPDATE');
    expect(await rig.runDue()).toBe(0);
    await other.query('ROLLBACK');
    other.release();
    const sent = await Promise.all(Array.from({ length: 8 }, () => rig.runDue()));
    expect(sent.reduce((sum, count) => sum + count)).toBe(15);
    expect(new Set(told().map(({ id }) => id)).size).toBe(15);
    expect(told()).toHaveLength(15);
  });

  it('tell every change in turn', async () => {
    const { checkoutUrl } = await open();
    const press = (action: string) => fetch(`${checkoutUrl}/${action}`, { method: 'POST' });
    await press('decline');
    await press('approve');
    await press('approve');
    const facts = await rig.provider.lookup({ orderId: 'order-1' });
    const providerPaymentId = (facts.ok && facts.value.providerPaymentId) || '';
    const refund = { orderId: 'order-1', providerPaymentId, amount: 100, idempotencyKey: 'r' };
    await rig.provider.refund(refund);
    await rig.provider.refund(refund);
    await open('order-2');
    await rig.provider.expire({ orderId: 'order-2' });
    await rig.idle();
    expect(told().map(({ type }) => type)).toEqual([
      'payment.declined',
      'payment.paid',
      'payment.refunded',
      'checkout.expired',
    ]);
  });

  it('tell once of a checkout that ran out of time', async () => {
    await open();
    expect(await after(3_599_999)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(await after(60_000)).toBe(0);
    expect(told()).toMatchObject([{ type: 'checkout.expired' }]);
  });
});

describe('the timer', () => {
  it('works by itself and stops with the program', async () => {
    const own = await createPaymentSandboxRig({ pollMs: 5 });
    try {
      const made = await own.provider.createCheckout({
        orderId: 'order-1',
        reference: 'GLD7K2M',
        title: 'Treino de mira',
        amount: 4500,
        payer: {},
        returnUrl: `${own.address()}/success`,
        expiresAt: own.clock.now(),
        idempotencyKey: 'order-1',
      });
      expect(made.ok).toBe(true);
      await expect.poll(() => own.webhooks.length).toBe(1);
    } finally {
      await own.close();
    }
  });
});
