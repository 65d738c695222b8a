import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServicesFixture } from '../../../test/fixtures/modules/services-fixture.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import { peerKey, type StripePeer, startStripePeer } from '../../../test/peers/stripe/peer.ts';
import { deliveryOf, peerWebhookSecret } from '../../../test/peers/stripe/signing.ts';
import { systemClock } from '../../ports/clock.ts';
import { createStripePayments } from './index.ts';

const webhookPath = '/api/payments/webhooks/stripe';
let app: TestApp;
let peer: StripePeer;
let seller: TestPerson;
let serviceId: string;
/** Status codes with which the webhook endpoint answered each delivery. */
const webhookAnswers: Promise<number>[] = [];

const deliverWebhook = async (rawBody: Buffer, path = webhookPath, secrets?: readonly string[]) => {
  const { headers } = deliveryOf(rawBody, new Date(), secrets);
  const init = {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: rawBody.toString(),
  };
  const response = await app.fetch(path, init);
  await response.arrayBuffer();
  return response.status;
};

beforeAll(async () => {
  peer = await startStripePeer(systemClock);
  const paymentProvider = createStripePayments({
    secretKey: peerKey,
    webhookSecret: peerWebhookSecret,
    clock: systemClock,
    log: quietLog,
    api: peer.api,
  });
  app = await startTestApp({ externalServices: { paymentProvider } });
  peer.onEvent = ({ rawBody }) => void webhookAnswers.push(deliverWebhook(rawBody));
  seller = await app.signIn('Vera');
  serviceId = (await createServicesFixture(app).publish(seller)).id;
});
afterAll(async () => {
  await app?.close();
  await peer?.close();
});

let buyerCount = 0;

/** A new buyer's order, with its checkout at the fake Stripe server. */
async function createOrder() {
  buyerCount += 1;
  const buyer = await app.signIn(`Bia${buyerCount}`);
  const checkout = await buyer.api.orders.checkout({
    body: { serviceId },
    idempotencyKey: crypto.randomUUID(),
  });
  const { id } = checkout.payment;
  const session = [...peer.context.account.sessions.values()].find(
    ({ url, metadata }) => url === checkout.checkoutUrl && metadata.guilda_order === id,
  );
  if (!session) throw new Error('no checkout at the provider');
  const readStatus = async () =>
    (await buyer.api.orders.getPayment({ params: { id } })).payment.serviceStatus;
  return { id, buyer, session, readStatus };
}

const readStoredRows = async (id: string) => {
  const { rows } = await app.pool.query(
    `SELECT service_status AS status, provider, amount_paid AS paid, amount_refunded AS refunded
       FROM payments WHERE id = $1`,
    [id],
  );
  return rows[0];
};
const waitForStatus = (id: string, status: string) =>
  expect.poll(async () => (await readStoredRows(id)).status).toBe(status);
const readWebhookStatuses = async () => [...new Set(await Promise.all(webhookAnswers))];

describe('an order by Stripe', () => {
  it('is paid once its webhook arrives, however often it is delivered', async () => {
    const { id, session } = await createOrder();
    expect(session).toMatchObject({ amount: 4990, reference: id });
    peer.payByCard(session.id);
    await waitForStatus(id, 'awaiting_start');
    const paidState = { status: 'awaiting_start', provider: 'stripe', paid: 4990, refunded: 0 };
    expect(await readStoredRows(id)).toEqual(paidState);
    const { rawBody } = peer.events.at(-1) ?? { rawBody: Buffer.alloc(0) };
    const repeatedAnswers = await Promise.all(
      Array.from({ length: 20 }, () => deliverWebhook(rawBody)),
    );
    expect(new Set(repeatedAnswers)).toEqual(new Set([200]));
    expect(await deliverWebhook(rawBody, webhookPath, ['whsec_of_somebody'])).toBe(401);
    expect(await deliverWebhook(rawBody, '/api/payments/webhooks/mercadopago')).toBe(404);
    expect(await readStoredRows(id)).toEqual(paidState);
  });

  it('is paid by Pix once the money arrives', async () => {
    const { id, session } = await createOrder();
    peer.startPix(session.id);
    expect(await readWebhookStatuses()).toEqual([200]);
    expect(await readStoredRows(id)).toMatchObject({ status: 'awaiting_payment', paid: null });
    peer.endPix(session.id, true);
    await waitForStatus(id, 'awaiting_start');
  });

  it('is paid when the buyer reads it after a lost webhook', async () => {
    const { id, session, readStatus } = await createOrder();
    const { onEvent } = peer;
    peer.onEvent = () => undefined;
    peer.payByCard(session.id);
    peer.onEvent = onEvent;
    await expect.poll(readStatus).toBe('awaiting_start');
    expect(await readStoredRows(id)).toMatchObject({ paid: 4990 });
  });

  it('is refunded by Stripe', async () => {
    const { id, session } = await createOrder();
    peer.payByCard(session.id);
    await waitForStatus(id, 'awaiting_start');
    await seller.api.orders.refundPayment({ params: { id } });
    await expect
      .poll(() => readStoredRows(id))
      .toMatchObject({ status: 'refunded', refunded: 4990 });
    const { intent } = peer.context.account.sessions.get(session.id) ?? {};
    const refunds = [...peer.context.account.refunds.values()].filter(
      (peerRefund) => peerRefund.intent === intent,
    );
    expect(refunds).toMatchObject([{ amount: 4990, status: 'succeeded' }]);
  });

  it('is refunded when the money was returned in Stripe’s dashboard', async () => {
    const { id, session } = await createOrder();
    peer.payByCard(session.id);
    await waitForStatus(id, 'awaiting_start');
    peer.refundByHand(session.id, 4990);
    await waitForStatus(id, 'refunded');
  });

  it('closes its checkout when it is cancelled, and refunds late payments', async () => {
    const { id, buyer, session } = await createOrder();
    await buyer.api.orders.cancelPayment({ params: { id } });
    await expect.poll(() => peer.context.account.sessions.get(session.id)?.status).toBe('expired');
    const lateOrder = await createOrder();
    peer.startPix(lateOrder.session.id);
    await lateOrder.buyer.api.orders.cancelPayment({ params: { id: lateOrder.id } });
    peer.endPix(lateOrder.session.id, true);
    await expect
      .poll(() => readStoredRows(lateOrder.id))
      .toMatchObject({ status: 'cancelled', refunded: 4990 });
  });

  it('is cancelled with its checkout after the deadline', async () => {
    const { id, session } = await createOrder();
    await app.pool.query(`UPDATE payments SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    peer.runOut(session.id);
    await waitForStatus(id, 'cancelled');
    expect(await readWebhookStatuses()).toEqual([200]);
  });
});
