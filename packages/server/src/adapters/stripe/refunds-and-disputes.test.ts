import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../test/peers/stripe/fixture.ts';
import { stripeOrders } from '../../../test/peers/stripe/order-builders.ts';
import { lockedRefusal } from '../../../test/peers/stripe/peer.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterEach(() => {
  fixture.peer.forget();
  fixture.peer.context.settings.refundsStart = 'succeeded';
});
afterAll(() => fixture?.close());

const DAY_MS = 24 * 60 * 60_000;
const { lookUp, openCheckout, createPaidOrder, request } = stripeOrders(() => fixture);
type PaidOrder = Awaited<ReturnType<typeof createPaidOrder>>;

const refundPayment = ({ orderId, providerPaymentId }: PaidOrder, amount: number, key: string) =>
  fixture.provider.refund({
    orderId,
    providerPaymentId,
    amount,
    idempotencyKey: `${key}-${orderId}`,
  });
const listRefunds = ({ providerPaymentId }: PaidOrder) =>
  [...fixture.peer.context.account.refunds.values()].filter(
    ({ intent }) => intent === providerPaymentId,
  );

describe('a Pix', () => {
  it('is paid once the bank confirms it, not when its code is shown', async () => {
    const checkout = await openCheckout();
    fixture.peer.startPix(checkout.providerCheckoutId);
    expect(await lookUp(checkout)).toMatchObject({ status: 'pending', amountPaid: 0 });
    fixture.clock.advance(20 * 60_000);
    fixture.peer.endPix(checkout.providerCheckoutId, true);
    const paidAt = fixture.clock.now();
    const endToEndId = expect.stringMatching(/^E\w{31}$/);
    const expectedRecord = { status: 'paid', amountPaid: 4990, method: 'pix', paidAt, endToEndId };
    expect(await lookUp(checkout)).toMatchObject(expectedRecord);
  });

  it('that expired ends its checkout, because the page allows no second attempt', async () => {
    const checkout = await openCheckout();
    fixture.peer.startPix(checkout.providerCheckoutId);
    fixture.peer.endPix(checkout.providerCheckoutId, false);
    expect(await lookUp(checkout)).toMatchObject({ status: 'expired', providerPaymentId: null });
  });

  it('whose code was issued may still arrive after the checkout was closed', async () => {
    const checkoutRequest = request();
    const checkout = await openCheckout(checkoutRequest);
    fixture.peer.startPix(checkout.providerCheckoutId);
    expect(await fixture.provider.expire(checkoutRequest)).toMatchObject({
      value: { status: 'pending' },
    });
    fixture.peer.endPix(checkout.providerCheckoutId, true);
    expect(await fixture.provider.expire(checkoutRequest)).toMatchObject({
      value: { status: 'paid' },
    });
  });
});

describe('a lookup', () => {
  it('has no payment method when it is neither Pix nor card', async () => {
    const checkout = await openCheckout();
    fixture.peer.payByCard(checkout.providerCheckoutId, 'link');
    expect(await lookUp(checkout)).toMatchObject({
      status: 'paid',
      method: null,
      endToEndId: null,
    });
  });

  it('ignores another shop in the same account', async () => {
    const { providerCheckoutId, providerPaymentId } = await createPaidOrder();
    const session = fixture.peer.context.account.sessions.get(providerCheckoutId);
    for (const key of Object.keys(session?.metadata ?? {})) delete session?.metadata[key];
    expect(await fixture.provider.lookup({ providerCheckoutId })).toMatchObject({
      code: 'not_found',
    });
    expect(await fixture.provider.lookup({ providerPaymentId })).toMatchObject({
      code: 'not_found',
    });
  });

  it('makes no request for ids of another provider', async () => {
    fixture.peer.forget();
    const { orderId } = request();
    for (const id of ['chk_aaaaaaaaaaaa', '../refunds', '123456-ab', 'cs_', 'pi_?limit=1']) {
      const notFoundRefusal = { code: 'not_found' };
      expect(await fixture.provider.lookup({ providerCheckoutId: id })).toMatchObject(
        notFoundRefusal,
      );
      expect(await fixture.provider.lookup({ providerPaymentId: id })).toMatchObject(
        notFoundRefusal,
      );
      expect(await fixture.provider.expire({ orderId, providerCheckoutId: id })).toMatchObject(
        notFoundRefusal,
      );
      const refundRequest = { orderId, providerPaymentId: id, amount: 1, idempotencyKey: 'x' };
      expect(await fixture.provider.refund(refundRequest)).toMatchObject(notFoundRefusal);
    }
    expect(fixture.peer.requests).toEqual([]);
  });
});

describe('a refund', () => {
  it('counts as refunded once it has succeeded', async () => {
    fixture.peer.context.settings.refundsStart = 'pending';
    const payment = await createPaidOrder('pix');
    const refundResult = await refundPayment(payment, 4990, 'all');
    expect(refundResult).toMatchObject({ value: { status: 'pending' } });
    expect(await lookUp(payment)).toMatchObject({ status: 'paid', amountRefunded: 0 });
    if (refundResult.ok) fixture.peer.settleRefund(refundResult.value.refundId, 'succeeded');
    expect(await lookUp(payment)).toMatchObject({ status: 'refunded', amountRefunded: 4990 });
    expect(await refundPayment(payment, 4990, 'all')).toMatchObject({
      value: { status: 'succeeded' },
    });
  });

  it('that failed stays failed under its key, and its money is available for another', async () => {
    fixture.peer.context.settings.refundsStart = 'pending';
    const payment = await createPaidOrder('pix');
    const refundResult = await refundPayment(payment, 4990, 'first');
    expect(await refundPayment(payment, 1, 'second')).toMatchObject({ code: 'payment_processed' });
    if (refundResult.ok) fixture.peer.settleRefund(refundResult.value.refundId, 'failed');
    expect(await refundPayment(payment, 4990, 'first')).toMatchObject({
      value: { status: 'failed' },
    });
    expect(await lookUp(payment)).toMatchObject({ status: 'paid', amountRefunded: 0 });
    // The first attempt with the key `second` was refused before any call to Stripe. A refusal by Stripe itself would
    // have been stored for this key and repeated here.
    expect(await refundPayment(payment, 1, 'second')).toMatchObject({
      value: { status: 'pending' },
    });
  });

  it('to a card may fail after it succeeded, which the payment record shows', async () => {
    const payment = await createPaidOrder();
    const refundResult = await refundPayment(payment, 4990, 'card');
    expect(await lookUp(payment)).toMatchObject({ status: 'refunded' });
    if (refundResult.ok) fixture.peer.settleRefund(refundResult.value.refundId, 'failed');
    const failedRefunds = [`card-${payment.orderId}`];
    expect(await lookUp(payment)).toMatchObject({
      status: 'paid',
      amountRefunded: 0,
      failedRefunds,
    });
  });

  it('is found again long after Stripe forgot its idempotency key', async () => {
    const payment = await createPaidOrder();
    const firstRefund = await refundPayment(payment, 1000, 'k');
    fixture.clock.advance(400 * DAY_MS);
    expect(await refundPayment(payment, 1000, 'k')).toEqual(firstRefund);
    expect(listRefunds(payment)).toHaveLength(1);
  });

  it('is found among more than a page of others', async () => {
    const payment = await createPaidOrder();
    const firstRefund = await refundPayment(payment, 1000, 'k');
    for (let count = 0; count < 205; count += 1)
      fixture.peer.refundByHand(payment.providerCheckoutId, 1);
    fixture.clock.advance(DAY_MS);
    expect(await refundPayment(payment, 1000, 'k')).toEqual(firstRefund);
    expect(await lookUp(payment)).toMatchObject({ status: 'paid', amountRefunded: 1205 });
  });

  it.each([
    ['the answer of Stripe is lost', 'answer_lost' as const],
    ['Stripe is working on its payment', lockedRefusal],
  ])('is made once when %s', async (_how, reason) => {
    const payment = await createPaidOrder();
    fixture.peer.script('POST /refunds', reason);
    expect(await refundPayment(payment, 1000, 'k')).toMatchObject({
      value: { status: 'succeeded' },
    });
    expect(listRefunds(payment)).toHaveLength(1);
  });

  it('is refused when the money is returned concurrently', async () => {
    const payment = await createPaidOrder();
    const error = { type: 'invalid_request_error', param: 'amount', message: 'Refused.' };
    fixture.peer.script('POST /refunds', { status: 400, body: { error } });
    expect(await refundPayment(payment, 1000, 'a')).toMatchObject({ code: 'payment_unavailable' });
    fixture.peer.script('POST /refunds', () =>
      fixture.peer.refundByHand(payment.providerCheckoutId, 1),
    );
    expect(await refundPayment(payment, 4990, 'b')).toMatchObject({ code: 'payment_processed' });
  });

  it('is refused for an unpaid order, and for the payment of another order', async () => {
    const [mine, theirs] = [await createPaidOrder(), await createPaidOrder()];
    const { providerPaymentId } = theirs;
    expect(await refundPayment({ ...mine, providerPaymentId }, 1, 'x')).toMatchObject({
      code: 'not_found',
    });
    const checkoutRequest = request();
    const checkout = await openCheckout(checkoutRequest);
    fixture.peer.decline(checkout.providerCheckoutId);
    const id = fixture.peer.context.account.sessions.get(checkout.providerCheckoutId)?.intent ?? '';
    const refundRequest = { ...checkout, orderId: checkoutRequest.orderId, providerPaymentId: id };
    expect(await refundPayment(refundRequest, 1, 'x')).toMatchObject({ code: 'payment_processed' });
    expect(fixture.peer.requestLog()).not.toContain('POST /refunds');
  });
});

describe('a dispute', () => {
  it('takes what a refund left, and counts as returned once it is lost', async () => {
    const payment = await createPaidOrder();
    await refundPayment(payment, 990, 'part');
    const dispute = fixture.peer.dispute(payment.providerCheckoutId);
    const disputeOf = (status: string) => [{ kind: 'card', amount: 4000, status }];
    expect(await lookUp(payment)).toMatchObject({
      ...{ status: 'paid', amountRefunded: 990, chargebacks: disputeOf('open') },
    });
    expect(await refundPayment(payment, 4000, 'rest')).toMatchObject({ code: 'payment_processed' });
    dispute.end('lost');
    expect(await lookUp(payment)).toMatchObject({
      ...{ status: 'refunded', amountRefunded: 990, chargebacks: disputeOf('lost') },
    });
  });

  it.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'])(
    'that withdraws nothing is no chargeback: %s',
    async (status) => {
      const payment = await createPaidOrder();
      fixture.peer.dispute(payment.providerCheckoutId, status);
      const record = await lookUp(payment);
      expect(record).toMatchObject({ status: 'paid', amountRefunded: 0 });
      expect(record.chargebacks).toBeUndefined();
    },
  );

  it('sends an event at each of its steps', async () => {
    const payment = await createPaidOrder();
    const dispute = fixture.peer.dispute(payment.providerCheckoutId);
    const lastDelivery = fixture.deliveries.at(-1);
    dispute.end('won');
    for (const delivery of [lastDelivery, fixture.deliveries.at(-1)]) {
      if (!delivery) throw new Error('no event');
      expect(await fixture.provider.parseWebhook(delivery)).toMatchObject({
        value: { ref: { providerPaymentId: payment.providerPaymentId } },
      });
    }
  });
});
