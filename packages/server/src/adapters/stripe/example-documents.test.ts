import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  errorDocument,
  intentDocument,
  listDocument,
  refundDocument,
  sessionDocument,
} from '../../../test/peers/stripe/documents.ts';
import { createStripeFixture, type StripeFixture } from '../../../test/peers/stripe/fixture.ts';
import { stripeOrders } from '../../../test/peers/stripe/order-builders.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterEach(() => fixture.peer.forget());
afterAll(() => fixture?.close());

const { request } = stripeOrders(() => fixture);
const orderId = '0199b000-0000-7000-8000-0000000000ff';
const answerWith = (document: object, status = 200) => ({ status, body: document });
const checkoutReference = { providerCheckoutId: sessionDocument.id };

it('parses complete documents of Stripe', async () => {
  const record = {
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
  fixture.peer.script('GET /checkout/sessions/', answerWith(sessionDocument));
  expect(await fixture.provider.lookup(checkoutReference)).toEqual({ ok: true, value: record });
  fixture.peer.script(
    'GET /checkout',
    answerWith(listDocument([sessionDocument], '/v1/checkout/sessions')),
  );
  const { providerPaymentId } = record;
  expect(await fixture.provider.lookup({ providerPaymentId })).toEqual({ ok: true, value: record });
});

it('parses a complete refund, and one that was made before', async () => {
  const refundRequest = { orderId, providerPaymentId: intentDocument.id, amount: 2345 };
  const value = { refundId: refundDocument.id, status: 'pending' };
  for (const existingRefunds of [[], [refundDocument]]) {
    fixture.peer.forget();
    fixture.peer.script('GET /payment_intents', answerWith(intentDocument));
    fixture.peer.script('GET /refunds', answerWith(listDocument(existingRefunds, '/v1/refunds')));
    fixture.peer.script('POST /refunds', answerWith(refundDocument));
    const refundPromise = fixture.provider.refund({ ...refundRequest, idempotencyKey: 'a key' });
    expect(await refundPromise).toEqual({ ok: true, value });
  }
});

it.each([
  [401, 'invalid_request_error', {}],
  [402, 'card_error', { code: 'card_declined', decline_code: 'generic_decline' }],
  [403, 'invalid_request_error', { code: 'secret_key_required' }],
  [400, 'idempotency_error', {}],
  [500, 'api_error', {}],
  [404, 'invalid_request_error', { message: 'Unrecognized request URL' }],
])(
  'reports Stripe as unavailable, not the payment as declined, for an error of %s, %s',
  async (status, type, overrides) => {
    const refusal = answerWith(errorDocument(type, overrides), status);
    for (const call of ['GET /', 'POST /']) fixture.peer.script(call, refusal, refusal, refusal);
    const unavailableRefusal = { ok: false, code: 'payment_unavailable' };
    expect(await fixture.provider.lookup(checkoutReference)).toEqual(unavailableRefusal);
    expect(await fixture.provider.createCheckout(request())).toEqual(unavailableRefusal);
    const refundRequest = {
      orderId,
      providerPaymentId: intentDocument.id,
      amount: 1,
      idempotencyKey: 'k',
    };
    expect(await fixture.provider.refund(refundRequest)).toEqual(unavailableRefusal);
    fixture.peer.forget();
    fixture.peer.script('POST /checkout', refusal, refusal);
    fixture.peer.script('GET /checkout', refusal, refusal);
    expect(await fixture.provider.expire({ orderId, ...checkoutReference })).toEqual(
      unavailableRefusal,
    );
  },
);
