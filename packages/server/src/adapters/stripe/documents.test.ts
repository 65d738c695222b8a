import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  errorDocument,
  intentDocument,
  listDocument,
  refundDocument,
  sessionDocument,
} from '../../../test/stripe-peer/documents.ts';
import { stripeOrders } from '../../../test/stripe-peer/requests.ts';
import { createStripeRig, type StripeRig } from '../../../test/stripe-peer/rig.ts';

let rig: StripeRig;
beforeAll(async () => {
  rig = await createStripeRig();
});
afterEach(() => rig.peer.forget());
afterAll(() => rig?.close());

const { request } = stripeOrders(() => rig);
const orderId = '0199b000-0000-7000-8000-0000000000ff';
const body = (document: object, status = 200) => ({ status, body: document });
const ref = { providerCheckoutId: sessionDocument.id };

it('reads whole answers of Stripe', async () => {
  const facts = {
    orderId,
    status: 'paid',
    amount: 12345,
    amountPaid: 12345,
    amountRefunded: 0,
    providerCheckoutId: sessionDocument.id,
    providerPaymentId: 'pi_1GuildaIntentExample0001',
    method: 'pix',
    paidAt: new Date(1_795_176_345_000),
    endToEndId: 'E60701190202611201205DY5SGZ08O3R',
  };
  rig.peer.script('GET /checkout/sessions/', body(sessionDocument));
  expect(await rig.provider.lookup(ref)).toEqual({ ok: true, value: facts });
  rig.peer.script('GET /checkout', body(listDocument([sessionDocument], '/v1/checkout/sessions')));
  const { providerPaymentId } = facts;
  expect(await rig.provider.lookup({ providerPaymentId })).toEqual({ ok: true, value: facts });
});

it('reads a whole refund, and one that was made before', async () => {
  const money = { orderId, providerPaymentId: intentDocument.id, amount: 2345 };
  const value = { refundId: refundDocument.id, status: 'pending' };
  for (const known of [[], [refundDocument]]) {
    rig.peer.forget();
    rig.peer.script('GET /payment_intents', body(intentDocument));
    rig.peer.script('GET /refunds', body(listDocument(known, '/v1/refunds')));
    rig.peer.script('POST /refunds', body(refundDocument));
    const asked = rig.provider.refund({ ...money, idempotencyKey: 'a key' });
    expect(await asked).toEqual({ ok: true, value });
  }
});

it.each([
  [401, 'invalid_request_error', {}],
  [402, 'card_error', { code: 'card_declined', decline_code: 'generic_decline' }],
  [403, 'invalid_request_error', { code: 'secret_key_required' }],
  [400, 'idempotency_error', {}],
  [500, 'api_error', {}],
  [404, 'invalid_request_error', { message: 'Unrecognized request URL' }],
])('takes no refusal of %s, %s for an answer about money', async (status, type, more) => {
  const refusal = body(errorDocument(type, more), status);
  for (const call of ['GET /', 'POST /']) rig.peer.script(call, refusal, refusal, refusal);
  const away = { ok: false, code: 'payment_unavailable' };
  expect(await rig.provider.lookup(ref)).toEqual(away);
  expect(await rig.provider.createCheckout(request())).toEqual(away);
  const money = { orderId, providerPaymentId: intentDocument.id, amount: 1, idempotencyKey: 'k' };
  expect(await rig.provider.refund(money)).toEqual(away);
  rig.peer.forget();
  rig.peer.script('POST /checkout', refusal, refusal);
  rig.peer.script('GET /checkout', refusal, refusal);
  expect(await rig.provider.expire({ orderId, ...ref })).toEqual(away);
});
