import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../test/peers/stripe/fixture.ts';
import { stripeOrders } from '../../../test/peers/stripe/order-builders.ts';
import {
  deliveryOf,
  peerWebhookSecret,
  signatureV1Of,
} from '../../../test/peers/stripe/signing.ts';
import { isLiveKey } from './client.ts';
import { parseWebhookEvent } from './webhook.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture?.close());

const { openCheckout, createPaidOrder } = stripeOrders(() => fixture);
const unauthorizedResult = { ok: false, code: 'webhook_unauthorized' };
const malformedResult = { ok: false, code: 'malformed_request' };

const buildEvent = (overrides: object = {}) => ({
  id: 'evt_1GuildaEventExample00001',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_795_176_000,
  data: { object: { id: 'cs_test_a1', metadata: { guilda_order: 'an order' } } },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: 'checkout.session.completed',
  ...overrides,
});

const verifyDelivered = (body: object | Buffer, secrets?: readonly string[]) => {
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return fixture.provider.parseWebhook(deliveryOf(rawBody, fixture.clock.now(), secrets));
};

const signedBy = (header: string, rawBody: Buffer) =>
  fixture.provider.parseWebhook({ headers: { 'stripe-signature': header }, rawBody, query: {} });

describe('the signature', () => {
  it('is the documented one, and a change of any bit is refused', async () => {
    // HMAC-SHA256 by OpenSSL 3: printf '1700000000.{...}' | openssl dgst -sha256 -hmac whsec_vector
    const rawBody = Buffer.from(
      '{"id":"evt_1","object":"event","type":"ping","created":1700000000,"livemode":false,"data":{"object":{}}}',
    );
    const signatureV1 = '9c214fd47529dbeb6119bba204e8db29b3e71d588e1707eb386a31f6a53e1921';
    expect(signatureV1Of('whsec_vector', 1_700_000_000, rawBody)).toBe(signatureV1);
    const headers = { 'stripe-signature': `t=1700000000,v1=${signatureV1}` };
    const verification = { secret: 'whsec_vector', live: false, now: new Date(1_700_000_000_000) };
    const parsed = await parseWebhookEvent({ headers, rawBody, query: {} }, verification);
    const occurredAt = new Date(1_700_000_000_000);
    expect(parsed).toEqual({ ok: true, value: { eventId: 'evt_1', ref: null, occurredAt } });
  });

  it('may be made with the old or the new secret while the secret is replaced', async () => {
    for (const secrets of [
      ['whsec_new', peerWebhookSecret],
      [peerWebhookSecret, 'whsec_new'],
    ])
      expect((await verifyDelivered(buildEvent(), secrets)).ok).toBe(true);
    expect(await verifyDelivered(buildEvent(), ['whsec_new', 'whsec_other'])).toEqual(
      unauthorizedResult,
    );
  });

  it('is ignored in an unknown scheme', async () => {
    const rawBody = Buffer.from(JSON.stringify(buildEvent()));
    const seconds = Math.floor(fixture.clock.now().getTime() / 1000);
    const signatureV1 = signatureV1Of(peerWebhookSecret, seconds, rawBody);
    expect((await signedBy(`t=${seconds},v1=${signatureV1},v0=${signatureV1}`, rawBody)).ok).toBe(
      true,
    );
    for (const header of [
      `t=${seconds},v0=${signatureV1}`,
      `t=${seconds},v1=`,
      `t=${seconds}`,
      `v1=${signatureV1}`,
      `t=${seconds},v1=${signatureV1.toUpperCase()}`,
      `t=${seconds + 1},t=${seconds},v1=${signatureV1}`,
      `t=,v1=${signatureV1}`,
      `t=${seconds},v1=${signatureV1.replace(/./, 'é')}`,
      '',
    ])
      expect(await signedBy(header, rawBody), header).toEqual(unauthorizedResult);
  });

  it('covers the raw bytes', async () => {
    const text = JSON.stringify(buildEvent({ note: '\ufffd' }));
    const genuineBody = Buffer.from(text);
    const { headers } = deliveryOf(genuineBody, fixture.clock.now());
    const bodyWithInvalidUtf8 = Buffer.from(text.replace('\ufffd', '\u00ff'), 'latin1');
    const bodyWithByteOrderMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), genuineBody]);
    expect(
      (await fixture.provider.parseWebhook({ headers, rawBody: genuineBody, query: {} })).ok,
    ).toBe(true);
    for (const rawBody of [bodyWithInvalidUtf8, bodyWithByteOrderMark])
      expect(await fixture.provider.parseWebhook({ headers, rawBody, query: {} })).toEqual(
        unauthorizedResult,
      );
  });
});

describe('an event', () => {
  it.each([
    ['checkout.session.completed', () => createPaidOrder('card')],
    ['checkout.session.async_payment_succeeded', () => createPaidOrder('pix')],
    ['checkout.session.expired', async () => createExpiredCheckout()],
    ['checkout.session.async_payment_failed', async () => createFailedPix()],
    ['refund.created', async () => createRefundedPayment()],
    ['charge.refunded', async () => createPaymentRefundedByHand()],
    ['charge.dispute.closed', async () => createLostDispute()],
  ])('%s leads to its order', async (type, createPayment) => {
    const { providerCheckoutId } = await createPayment();
    const lastEvent = fixture.peer.events.at(-1);
    expect(lastEvent?.type).toBe(type);
    const webhookEvent = await verifyDelivered(lastEvent?.rawBody ?? Buffer.alloc(0));
    if (!webhookEvent.ok || webhookEvent.value.ref === null) throw new Error('leads nowhere');
    expect(webhookEvent.value.eventId).toBe(lastEvent?.id);
    expect(await fixture.provider.lookup(webhookEvent.value.ref)).toMatchObject({
      value: { providerCheckoutId },
    });
  });

  it.each([
    ['of a kind that Guilda does not subscribe to', { type: 'customer.created' }],
    ['of an unknown kind', { type: 'checkout.session.sung' }],
    ['of the other mode', { livemode: true }],
    ['of a connected account', { account: 'acct_1GuildaOther0001' }],
    ['about a checkout of another shop', { data: { object: { id: 'cs_test_a1', metadata: {} } } }],
    [
      'about a checkout without an order id',
      { data: { object: { id: 'cs_test_a1', metadata: null } } },
    ],
    [
      'about a refund without a payment',
      { type: 'charge.refunded', data: { object: { id: 'ch_1', payment_intent: null } } },
    ],
  ])('%s is accepted and leads to no order', async (_what, overrides) => {
    expect(await verifyDelivered(buildEvent(overrides))).toMatchObject({
      ok: true,
      value: { ref: null },
    });
  });

  it.each(['sk_live_a', 'rk_live_a'])(
    'of the live mode is read with the key %s, and one of the test mode is not',
    async (secretKey) => {
      const verification = {
        secret: peerWebhookSecret,
        live: isLiveKey(secretKey),
        now: fixture.clock.now(),
      };
      const parseWithMode = (livemode: boolean) =>
        parseWebhookEvent(
          deliveryOf(Buffer.from(JSON.stringify(buildEvent({ livemode }))), verification.now),
          verification,
        );
      const ref = { providerCheckoutId: 'cs_test_a1' };
      expect(await parseWithMode(true)).toMatchObject({ value: { ref } });
      expect(await parseWithMode(false)).toMatchObject({ value: { ref: null } });
    },
  );

  it.each([
    ['without an id', { id: undefined }],
    ['that is no event', { object: 'checkout.session' }],
    ['of the second version of events, which has no details', { object: 'v2.core.event' }],
    ['without a time', { created: 'now' }],
    ['about an id that is a path', { data: { object: { id: '../refunds', metadata: {} } } }],
    ['about nothing', { data: { object: null } }],
    [
      'about a payment that is a path',
      { type: 'refund.updated', data: { object: { payment_intent: 'pi_1/../x' } } },
    ],
  ])('%s is refused as malformed', async (_what, overrides) => {
    expect(await verifyDelivered(buildEvent(overrides))).toEqual(malformedResult);
  });
});

async function createExpiredCheckout() {
  const checkout = await openCheckout();
  await fixture.provider.expire({ orderId: '', ...checkout });
  return checkout;
}

async function createFailedPix() {
  const checkout = await openCheckout();
  fixture.peer.startPix(checkout.providerCheckoutId);
  fixture.peer.endPix(checkout.providerCheckoutId, false);
  return checkout;
}

async function createRefundedPayment() {
  const payment = await createPaidOrder();
  await fixture.provider.refund({ ...payment, amount: 1, idempotencyKey: payment.orderId });
  return payment;
}

async function createPaymentRefundedByHand() {
  const payment = await createPaidOrder();
  fixture.peer.refundByHand(payment.providerCheckoutId, 1);
  return payment;
}

async function createLostDispute() {
  const payment = await createPaidOrder();
  fixture.peer.dispute(payment.providerCheckoutId).end('lost');
  return payment;
}
