import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locked } from '../../../test/stripe-peer/peer.ts';
import { stripeOrders } from '../../../test/stripe-peer/requests.ts';
import { createStripeRig, type StripeRig } from '../../../test/stripe-peer/rig.ts';

let rig: StripeRig;
beforeAll(async () => {
  rig = await createStripeRig();
});
afterEach(() => {
  rig.peer.forget();
  rig.peer.world.settings.refundsStart = 'succeeded';
});
afterAll(() => rig?.close());

const DAY = 24 * 60 * 60_000;
const { facts, open, paid, request } = stripeOrders(() => rig);
type Paid = Awaited<ReturnType<typeof paid>>;

const refund = ({ orderId, providerPaymentId }: Paid, amount: number, key: string) =>
  rig.provider.refund({
    orderId,
    providerPaymentId,
    amount,
    idempotencyKey: `${key}-${orderId}`,
  });
const refundsOf = ({ providerPaymentId }: Paid) =>
  [...rig.peer.world.account.refunds.values()].filter(({ intent }) => intent === providerPaymentId);

describe('a Pix', () => {
  it('is paid once the bank says so, and not when its code is shown', async () => {
    const checkout = await open();
    rig.peer.startPix(checkout.providerCheckoutId);
    expect(await facts(checkout)).toMatchObject({ status: 'pending', amountPaid: 0 });
    rig.clock.advance(20 * 60_000);
    rig.peer.endPix(checkout.providerCheckoutId, true);
    const paidAt = rig.clock.now();
    const endToEndId = expect.stringMatching(/^E\w{31}$/);
    const money = { status: 'paid', amountPaid: 4990, method: 'pix', paidAt, endToEndId };
    expect(await facts(checkout)).toMatchObject(money);
  });

  it('that ran out ends its checkout, for the page takes no second attempt', async () => {
    const checkout = await open();
    rig.peer.startPix(checkout.providerCheckoutId);
    rig.peer.endPix(checkout.providerCheckoutId, false);
    expect(await facts(checkout)).toMatchObject({ status: 'expired', providerPaymentId: null });
  });

  it('whose code is out may still come after the checkout was to be closed', async () => {
    const wanted = request();
    const checkout = await open(wanted);
    rig.peer.startPix(checkout.providerCheckoutId);
    expect(await rig.provider.expire(wanted)).toMatchObject({ value: { status: 'pending' } });
    rig.peer.endPix(checkout.providerCheckoutId, true);
    expect(await rig.provider.expire(wanted)).toMatchObject({ value: { status: 'paid' } });
  });
});

describe('what is looked up', () => {
  it('has no means of payment when it is neither Pix nor card', async () => {
    const checkout = await open();
    rig.peer.payByCard(checkout.providerCheckoutId, 'link');
    expect(await facts(checkout)).toMatchObject({ status: 'paid', method: null, endToEndId: null });
  });

  it('is none of another shop in the same account', async () => {
    const { providerCheckoutId, providerPaymentId } = await paid();
    const session = rig.peer.world.account.sessions.get(providerCheckoutId);
    for (const key of Object.keys(session?.metadata ?? {})) delete session?.metadata[key];
    expect(await rig.provider.lookup({ providerCheckoutId })).toMatchObject({ code: 'not_found' });
    expect(await rig.provider.lookup({ providerPaymentId })).toMatchObject({ code: 'not_found' });
  });

  it('is not asked for under ids of another provider', async () => {
    rig.peer.forget();
    const { orderId } = request();
    for (const id of ['chk_aaaaaaaaaaaa', '../refunds', '123456-ab', 'cs_', 'pi_?limit=1']) {
      const refused = { code: 'not_found' };
      expect(await rig.provider.lookup({ providerCheckoutId: id })).toMatchObject(refused);
      expect(await rig.provider.lookup({ providerPaymentId: id })).toMatchObject(refused);
      expect(await rig.provider.expire({ orderId, providerCheckoutId: id })).toMatchObject(refused);
      const money = { orderId, providerPaymentId: id, amount: 1, idempotencyKey: 'x' };
      expect(await rig.provider.refund(money)).toMatchObject(refused);
    }
    expect(rig.peer.requests).toEqual([]);
  });
});

describe('a refund', () => {
  it('counts once it has arrived', async () => {
    rig.peer.world.settings.refundsStart = 'pending';
    const payment = await paid('pix');
    const made = await refund(payment, 4990, 'all');
    expect(made).toMatchObject({ value: { status: 'pending' } });
    expect(await facts(payment)).toMatchObject({ status: 'paid', amountRefunded: 0 });
    if (made.ok) rig.peer.settleRefund(made.value.refundId, 'succeeded');
    expect(await facts(payment)).toMatchObject({ status: 'refunded', amountRefunded: 4990 });
    expect(await refund(payment, 4990, 'all')).toMatchObject({ value: { status: 'succeeded' } });
  });

  it('that failed stays failed under its key, and its money is there for another', async () => {
    rig.peer.world.settings.refundsStart = 'pending';
    const payment = await paid('pix');
    const made = await refund(payment, 4990, 'first');
    expect(await refund(payment, 1, 'second')).toMatchObject({ code: 'payment_processed' });
    if (made.ok) rig.peer.settleRefund(made.value.refundId, 'failed');
    expect(await refund(payment, 4990, 'first')).toMatchObject({ value: { status: 'failed' } });
    expect(await facts(payment)).toMatchObject({ status: 'paid', amountRefunded: 0 });
    // What was refused for want of money was never asked of Stripe, which would keep the refusal.
    expect(await refund(payment, 1, 'second')).toMatchObject({ value: { status: 'pending' } });
  });

  it('to a card may fail after it succeeded, which the facts tell', async () => {
    const payment = await paid();
    const made = await refund(payment, 4990, 'card');
    expect(await facts(payment)).toMatchObject({ status: 'refunded' });
    if (made.ok) rig.peer.settleRefund(made.value.refundId, 'failed');
    const failedRefunds = [`card-${payment.orderId}`];
    expect(await facts(payment)).toMatchObject({
      status: 'paid',
      amountRefunded: 0,
      failedRefunds,
    });
  });

  it('is the same long after Stripe has forgotten its key', async () => {
    const payment = await paid();
    const first = await refund(payment, 1000, 'k');
    rig.clock.advance(400 * DAY);
    expect(await refund(payment, 1000, 'k')).toEqual(first);
    expect(refundsOf(payment)).toHaveLength(1);
  });

  it('is found among more than a page of others', async () => {
    const payment = await paid();
    const first = await refund(payment, 1000, 'k');
    for (let count = 0; count < 205; count += 1)
      rig.peer.refundByHand(payment.providerCheckoutId, 1);
    rig.clock.advance(DAY);
    expect(await refund(payment, 1000, 'k')).toEqual(first);
    expect(await facts(payment)).toMatchObject({ status: 'paid', amountRefunded: 1205 });
  });

  it.each([
    ['the answer to it gets lost', 'unheard' as const],
    ['its payment is being worked on', locked],
  ])('happens once when %s', async (_how, trouble) => {
    const payment = await paid();
    rig.peer.script('POST /refunds', trouble);
    expect(await refund(payment, 1000, 'k')).toMatchObject({ value: { status: 'succeeded' } });
    expect(refundsOf(payment)).toHaveLength(1);
  });

  it('is refused when somebody gives the money back at the same moment', async () => {
    const payment = await paid();
    const error = { type: 'invalid_request_error', param: 'amount', message: 'Refused.' };
    rig.peer.script('POST /refunds', { status: 400, body: { error } });
    expect(await refund(payment, 1000, 'a')).toMatchObject({ code: 'payment_unavailable' });
    const racing = refund(payment, 4990, 'b');
    await expect.poll(() => rig.peer.asked()).toContain('GET /refunds');
    rig.peer.refundByHand(payment.providerCheckoutId, 1);
    expect(await racing).toMatchObject({ code: 'payment_processed' });
  });

  it('is refused where nothing was paid, or by somebody else', async () => {
    const [mine, theirs] = [await paid(), await paid()];
    const { providerPaymentId } = theirs;
    expect(await refund({ ...mine, providerPaymentId }, 1, 'x')).toMatchObject({
      code: 'not_found',
    });
    const wanted = request();
    const checkout = await open(wanted);
    rig.peer.decline(checkout.providerCheckoutId);
    const id = rig.peer.world.account.sessions.get(checkout.providerCheckoutId)?.intent ?? '';
    const unpaid = { ...checkout, orderId: wanted.orderId, providerPaymentId: id };
    expect(await refund(unpaid, 1, 'x')).toMatchObject({ code: 'payment_processed' });
    expect(rig.peer.asked()).not.toContain('POST /refunds');
  });
});

describe('a dispute', () => {
  it('takes the money for good once it is lost', async () => {
    const payment = await paid();
    await refund(payment, 990, 'part');
    const dispute = rig.peer.dispute(payment.providerCheckoutId);
    expect(await facts(payment)).toMatchObject({ status: 'paid', amountRefunded: 990 });
    expect(await refund(payment, 4000, 'rest')).toMatchObject({ code: 'payment_processed' });
    dispute.end('lost');
    expect(await facts(payment)).toMatchObject({ status: 'refunded', amountRefunded: 4990 });
  });

  it('takes nothing when it is won', async () => {
    const payment = await paid();
    rig.peer.dispute(payment.providerCheckoutId).end('won');
    expect(await facts(payment)).toMatchObject({ status: 'paid', amountRefunded: 0 });
  });
});
