import { randomUUID } from 'node:crypto';
import type { Payment } from '@guilda/contract/orders/orders';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../test/fixtures/checks/ledger-checks.ts';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let buyer: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [buyer, seller] = await Promise.all([app.signIn('Compradora'), app.signIn('Vendedora')]);
});
afterEach(() => assertLedgerMatchesOrders(app.pool));
afterAll(() => app.close());

const buildSellerService = (price = 4990) => buildService(app.pool, seller.uid, { price });
const buyService = (person: TestPerson, serviceId: string, idempotencyKey: string = randomUUID()) =>
  person.api.orders.checkout({ body: { serviceId }, idempotencyKey });
const readOrder = async (person: TestPerson, id: string): Promise<Payment> =>
  (await person.api.orders.getPayment({ params: { id } })).payment;
const pressButton = async (
  checkoutUrl: string | null,
  button: 'approve' | 'approve?late=1' | 'decline',
) => {
  const response = await fetch(`${checkoutUrl}/${button}`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
};

describe('a purchase, through the sandbox checkout and its webhook', () => {
  it('runs from the checkout to the seller’s wallet', async () => {
    const { payment, checkoutUrl } = await buyService(buyer, await buildSellerService());
    expect(payment).toMatchObject({ serviceStatus: 'awaiting_payment', price: '49.90' });
    expect(await pressButton(checkoutUrl, 'approve')).toBeLessThan(400);
    // Reading as the seller triggers no lookup: the state came by the webhook.
    await expect
      .poll(async () => (await readOrder(seller, payment.id)).serviceStatus)
      .toBe('awaiting_start');
    expect(await seller.api.wallet.getWallet({})).toMatchObject({
      available: '0.00',
      held: '49.90',
    });

    const params = { id: payment.id };
    const startAnswer = await seller.api.orders.updatePayment({
      params,
      body: { serviceStatus: 'in_progress', startedServiceAt: new Date(0).toISOString() },
    });
    expect(startAnswer.payment.startedServiceAt).not.toBe(new Date(0).toISOString());
    const endAnswer = await buyer.api.orders.updatePayment({
      params,
      body: { serviceStatus: 'complete', endedIt: buyer.uid },
    });
    expect(endAnswer.payment).toMatchObject({ serviceStatus: 'complete', endedIt: buyer.uid });

    await buyer.api.reviews.createReview({
      params: { serviceId: payment.serviceId, paymentId: payment.id },
      body: { title: 'Ótimo', description: 'Aprendi muito.', rating: 4, recommend: true },
    });
    const reviewedAnswer = await buyer.api.orders.updatePayment({
      params,
      body: { reviewed: true, rating: 1 },
    });
    expect(reviewedAnswer.payment).toMatchObject({ reviewed: true, rating: 4 });
    const wallet = await seller.api.wallet.getWallet({});
    expect(wallet).toMatchObject({ available: '0.00', clearing: '44.91', held: '0.00' });
    expect(wallet.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', '-4.99'],
      ['sale', '49.90'],
    ]);
    expect((await readOrder(buyer, payment.id)).steps.map(({ status }) => status)).toEqual([
      'awaiting_payment',
      'awaiting_start',
      'in_progress',
      'complete',
    ]);
  });

  it('stays unpaid when the payment is declined', async () => {
    const { payment, checkoutUrl } = await buyService(buyer, await buildSellerService());
    await pressButton(checkoutUrl, 'decline');
    expect(await readOrder(buyer, payment.id)).toMatchObject({
      serviceStatus: 'awaiting_payment',
      checkoutUrl,
    });
  });

  it('is confirmed to a buyer who comes back before the webhook', async () => {
    const { payment, checkoutUrl } = await buyService(buyer, await buildSellerService());
    await app.pool.query(
      `UPDATE sandbox.payment_checkouts
       SET state = 'paid', payment_id = 'pay_lost', method = 'pix', paid_at = now() WHERE order_id = $1`,
      [payment.id],
    );
    expect(checkoutUrl).not.toBeNull();
    expect((await readOrder(seller, payment.id)).serviceStatus).toBe('awaiting_payment');
    const readStatus = async () => (await readOrder(buyer, payment.id)).serviceStatus;
    await expect.poll(readStatus).toBe('awaiting_start');
  });

  it('that is paid after the buyer cancelled is refunded automatically', async () => {
    const { payment, checkoutUrl } = await buyService(buyer, await buildSellerService());
    const params = { id: payment.id };
    await failNextPayments(1);
    const cancelAnswer = await buyer.api.orders.cancelPayment({ params });
    expect(cancelAnswer.payment.serviceStatus).toBe('cancelled');
    // `late=1` makes the sandbox accept the payment even if the checkout is already closed.
    await pressButton(checkoutUrl, 'approve?late=1');
    await expect.poll(() => readRefunds(payment.id)).toEqual(expectedRefunds);
    expect((await readOrder(buyer, payment.id)).serviceStatus).toBe('cancelled');
  });

  it('is settled when the buyer cancels it after paying', async () => {
    const { payment } = await buyService(buyer, await buildSellerService());
    await app.pool.query(
      `UPDATE sandbox.payment_checkouts SET state = 'paid', payment_id = 'pay_' || id, method = 'pix',
         paid_at = now() WHERE order_id = $1`,
      [payment.id],
    );
    const params = { id: payment.id };
    expect(await errorOfCall(buyer.api.orders.cancelPayment({ params }))).toMatchObject({
      status: 409,
      code: 'payment_processed',
      message: 'Pagamento já processado.',
    });
    expect((await readOrder(seller, payment.id)).serviceStatus).toBe('awaiting_start');
  });

  it('is refunded by the seller, also through a provider that fails at first', async () => {
    const { payment, checkoutUrl } = await buyService(buyer, await buildSellerService());
    await pressButton(checkoutUrl, 'approve');
    await expect
      .poll(async () => (await readOrder(seller, payment.id)).serviceStatus)
      .toBe('awaiting_start');
    await failNextPayments(1);
    const { payment: refundedOrder } = await seller.api.orders.refundPayment({
      params: { id: payment.id },
    });
    expect(refundedOrder.serviceStatus).toBe('refunded');
    await expect.poll(() => readRefunds(payment.id)).toEqual(expectedRefunds);
  });
});

/** Makes the provider's next calls fail. */
async function failNextPayments(failureCount: number): Promise<void> {
  await app.fetch('/dev/payments-failure', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 503, times: failureCount }),
  });
}

const expectedRefunds = [{ status: 'succeeded', amount: 4990, amount_refunded: 4990 }];

/** Reads an order's refunds, and the provider's refunded total. */
async function readRefunds(orderId: string) {
  const { rows } = await app.pool.query(
    `SELECT r.status, r.amount, c.amount_refunded FROM refunds r
     JOIN sandbox.payment_checkouts c ON c.order_id = r.payment_id::text WHERE r.payment_id = $1`,
    [orderId],
  );
  return rows;
}

describe('over real HTTP', () => {
  it('100 identical checkouts make one order and one checkout at the provider', async () => {
    const serviceId = await buildSellerService();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => buyService(buyer, serviceId, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await app.pool.query(
      `SELECT count(*)::integer AS orders, (SELECT count(*)::integer FROM sandbox.payment_checkouts
         WHERE order_id = min(p.id::text)) AS checkouts
       FROM payments p WHERE service_id = $1`,
      [serviceId],
    );
    expect(rows).toEqual([{ orders: 1, checkouts: 1 }]);
  });

  it('answers 401 to a webhook without the provider’s signature', async () => {
    const response = await app.fetch('/api/payments/webhooks/demo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'webhook_unauthorized' });
  });

  it('nobody buys their own service, and strangers see no order', async () => {
    const serviceId = await buildSellerService();
    expect(await errorOfCall(buyService(seller, serviceId))).toMatchObject({ status: 403 });
    const { payment } = await buyService(buyer, serviceId);
    const stranger = await app.signIn('Estranha');
    expect(await errorOfCall(readOrder(stranger, payment.id))).toMatchObject({ status: 404 });
    const admin = await app.signInAdmin();
    expect((await readOrder(admin, payment.id)).checkoutUrl).toBeNull();
  });
});
