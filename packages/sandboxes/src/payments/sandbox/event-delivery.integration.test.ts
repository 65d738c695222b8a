import { systemIds } from '@guilda/server/ports/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPaymentSandboxFixture,
  type PaymentSandboxFixture,
} from '../../../../server/test/peers/payment-sandbox-fixture.ts';
import { createCheckoutStore } from './checkout-store.ts';

let fixture: PaymentSandboxFixture;

beforeAll(async () => {
  fixture = await createPaymentSandboxFixture();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture?.close());

async function openCheckout(orderId = 'order-1') {
  const createdCheckout = await fixture.provider.createCheckout({
    orderId,
    reference: 'GLD7K2M',
    title: 'Treino de mira',
    amount: 4500,
    payer: {},
    returnUrl: `${fixture.address()}/success`,
    expiresAt: new Date(fixture.clock.now().getTime() + 3_600_000),
    idempotencyKey: orderId,
  });
  if (!createdCheckout.ok) throw new Error(createdCheckout.code);
  return createdCheckout.value;
}

async function approveCheckout(checkoutUrl: string) {
  // Only the path of the URL is used, because the fixture's port changes when the program restarts.
  const { pathname } = new URL(checkoutUrl);
  const answer = await fetch(`${fixture.address()}${pathname}/approve`, { method: 'POST' });
  expect(answer.status).toBe(200);
  await fixture.idle();
}

const listReceivedEvents = () =>
  fixture.webhooks.map(
    ({ rawBody }) => JSON.parse(rawBody.toString()) as { id: string; type: string },
  );

/** Advances the clock, sends the webhooks that are then due, and returns their number. */
async function runDueAfter(delayMs: number) {
  fixture.clock.advance(delayMs);
  return fixture.runDue();
}

describe('notifications', () => {
  it('are repeated with growing delays until the shop accepts them', async () => {
    const { checkoutUrl } = await openCheckout();
    fixture.shop.answer = async () => 500;
    await approveCheckout(checkoutUrl);
    expect(listReceivedEvents()).toHaveLength(1);
    expect(await runDueAfter(999)).toBe(0);
    expect(await runDueAfter(1)).toBe(1);
    expect(await runDueAfter(4_999)).toBe(0);
    fixture.shop.answer = async () => 302;
    expect(await runDueAfter(1)).toBe(1);
    fixture.shop.answer = async () => 200;
    expect(await runDueAfter(15_000)).toBe(1);
    expect(await runDueAfter(86_400_000)).toBe(0);
    const events = listReceivedEvents();
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it('are signed again in each attempt', async () => {
    const { checkoutUrl } = await openCheckout();
    fixture.shop.answer = async () => 503;
    await approveCheckout(checkoutUrl);
    fixture.shop.answer = async () => 200;
    await runDueAfter(3_000_000);
    const [first, second] = fixture.webhooks;
    if (!first || !second) throw new Error('two attempts expected');
    expect(await fixture.provider.parseWebhook(first)).toMatchObject({
      code: 'webhook_unauthorized',
    });
    const event = await fixture.provider.parseWebhook(second);
    expect(event.ok && event.value.eventId).toBe(listReceivedEvents()[0]?.id);
  });

  it('are given up after about a day', async () => {
    const { checkoutUrl } = await openCheckout();
    fixture.shop.answer = async () => 500;
    await approveCheckout(checkoutUrl);
    while (listReceivedEvents().length < 50 && (await runDueAfter(43_200_000)) > 0);
    expect(listReceivedEvents()).toHaveLength(11);
    expect(await runDueAfter(365 * 86_400_000)).toBe(0);
  });

  it('survive a restart of the program', async () => {
    const { checkoutUrl } = await openCheckout();
    fixture.shop.answer = async () => 500;
    await approveCheckout(checkoutUrl);
    fixture.shop.answer = async () => 200;
    await fixture.restart();
    expect(await runDueAfter(1_000)).toBe(1);
    expect(listReceivedEvents()).toHaveLength(2);
    expect(await fixture.provider.lookup({ orderId: 'order-1' })).toMatchObject({
      value: { status: 'paid', amountPaid: 4500 },
    });
  });

  it('survive a crash between the payment and its first attempt', async () => {
    const { providerCheckoutId } = await openCheckout();
    const { pool, clock } = fixture;
    const store = createCheckoutStore({ pool, clock, ids: systemIds });
    expect(await store.approve(providerCheckoutId, 'pix', false)).toBe(true);
    expect(await runDueAfter(14_999)).toBe(0);
    expect(await runDueAfter(1)).toBe(1);
    expect(listReceivedEvents()).toMatchObject([{ type: 'payment.paid' }]);
  });

  it('are sent once when two rounds run at the same time', async () => {
    const { pool, clock } = fixture;
    const store = createCheckoutStore({ pool, clock, ids: systemIds });
    for (let orderNumber = 0; orderNumber < 15; orderNumber += 1) {
      const { providerCheckoutId } = await openCheckout(`order-${orderNumber}`);
      await store.approve(providerCheckoutId, 'pix', false);
    }
    clock.advance(15_000);
    const lockingClient = await pool.connect();
    await lockingClient.query('BEGIN');
    await lockingClient.query('SELECT FROM sandbox.payment_events FOR UPDATE');
    expect(await fixture.runDue()).toBe(0);
    await lockingClient.query('ROLLBACK');
    lockingClient.release();
    const sentCounts = await Promise.all(Array.from({ length: 8 }, () => fixture.runDue()));
    expect(sentCounts.reduce((sum, count) => sum + count)).toBe(15);
    expect(new Set(listReceivedEvents().map(({ id }) => id)).size).toBe(15);
    expect(listReceivedEvents()).toHaveLength(15);
  });

  it('are sent for every change in order', async () => {
    const { checkoutUrl } = await openCheckout();
    const press = (action: string) => fetch(`${checkoutUrl}/${action}`, { method: 'POST' });
    await press('decline');
    await press('approve');
    await press('approve');
    const payment = await fixture.provider.lookup({ orderId: 'order-1' });
    const providerPaymentId = (payment.ok && payment.value.providerPaymentId) || '';
    const refund = { orderId: 'order-1', providerPaymentId, amount: 100, idempotencyKey: 'r' };
    await fixture.provider.refund(refund);
    await fixture.provider.refund(refund);
    // Events of different checkouts are sent independently, so the test waits until the events of the first checkout
    // were sent.
    await fixture.idle();
    await openCheckout('order-2');
    await fixture.provider.expire({ orderId: 'order-2' });
    await fixture.idle();
    expect(listReceivedEvents().map(({ type }) => type)).toEqual([
      'payment.declined',
      'payment.paid',
      'payment.refunded',
      'checkout.expired',
    ]);
  });

  it('are sent once for an expired checkout', async () => {
    await openCheckout();
    expect(await runDueAfter(3_599_999)).toBe(0);
    expect(await runDueAfter(1)).toBe(1);
    expect(await runDueAfter(60_000)).toBe(0);
    expect(listReceivedEvents()).toMatchObject([{ type: 'checkout.expired' }]);
  });
});

describe('the timer', () => {
  it('sends notifications by itself and stops with the program', async () => {
    const ownFixture = await createPaymentSandboxFixture({ pollMs: 5 });
    try {
      const createdCheckout = await ownFixture.provider.createCheckout({
        orderId: 'order-1',
        reference: 'GLD7K2M',
        title: 'Treino de mira',
        amount: 4500,
        payer: {},
        returnUrl: `${ownFixture.address()}/success`,
        expiresAt: ownFixture.clock.now(),
        idempotencyKey: 'order-1',
      });
      expect(createdCheckout.ok).toBe(true);
      await expect.poll(() => ownFixture.webhooks.length).toBe(1);
    } finally {
      await ownFixture.close();
    }
  });
});
