import { randomUUID } from 'node:crypto';
import type { Payment } from '@guilda/contract/orders';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { assertLedgerMatchesOrders } from '../../../test/ledger.ts';
import { addServiceRow } from '../../../test/rows.ts';
import { systemIds } from '../../ports/ids.ts';
import { applyTransition } from './transition.ts';

let app: TestApp;
let buyer: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [buyer, seller] = await Promise.all([app.person('Compradora'), app.person('Vendedora')]);
});
afterEach(() => assertLedgerMatchesOrders(app.pool));
afterAll(() => app.close());

const service = (price = 4990) => addServiceRow(app.pool, seller.uid, { price });
const buy = (who: TestPerson, serviceId: string, idempotencyKey: string = randomUUID()) =>
  who.api.orders.checkout({ body: { serviceId }, idempotencyKey });
const read = async (who: TestPerson, id: string): Promise<Payment> =>
  (await who.api.orders.getPayment({ params: { id } })).payment;
const press = async (checkoutUrl: string | null, button: 'approve' | 'decline') => {
  const response = await fetch(`${checkoutUrl}/${button}`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response.status;
};

describe('a purchase, through the sandbox checkout and its webhook', () => {
  it('goes from the checkout to the seller’s wallet', async () => {
    const { payment, checkoutUrl } = await buy(buyer, await service());
    expect(payment).toMatchObject({ serviceStatus: 'awaiting_payment', price: '49.90' });
    expect(await press(checkoutUrl, 'approve')).toBeLessThan(400);
    // The seller's reading asks nobody: what it shows came by the webhook.
    await expect
      .poll(async () => (await read(seller, payment.id)).serviceStatus, { timeout: 10_000 })
      .toBe('awaiting_start');
    expect(await seller.api.wallet.getWallet({})).toMatchObject({
      available: '0.00',
      held: '49.90',
    });

    const params = { id: payment.id };
    const started = await seller.api.orders.updatePayment({
      params,
      body: { serviceStatus: 'in_progress', startedServiceAt: new Date(0).toISOString() },
    });
    expect(started.payment.startedServiceAt).not.toBe(new Date(0).toISOString());
    const ended = await buyer.api.orders.updatePayment({
      params,
      body: { serviceStatus: 'complete', endedIt: buyer.uid },
    });
    expect(ended.payment).toMatchObject({ serviceStatus: 'complete', endedIt: buyer.uid });

    await buyer.api.reviews.createReview({
      params: { serviceId: payment.serviceId, paymentId: payment.id },
      body: { title: 'Ótimo', description: 'Aprendi muito.', rating: 4, recommend: true },
    });
    const noted = await buyer.api.orders.updatePayment({
      params,
      body: { reviewed: true, rating: 1 },
    });
    expect(noted.payment).toMatchObject({ reviewed: true, rating: 4 });
    const wallet = await seller.api.wallet.getWallet({});
    expect(wallet).toMatchObject({ available: '44.91', held: '0.00' });
    expect(wallet.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', '-4.99'],
      ['sale', '49.90'],
    ]);
    expect((await read(buyer, payment.id)).steps.map(({ status }) => status)).toEqual([
      'awaiting_payment',
      'awaiting_start',
      'in_progress',
      'complete',
    ]);
  });

  it('stays where it is when the payment is declined', async () => {
    const { payment, checkoutUrl } = await buy(buyer, await service());
    await press(checkoutUrl, 'decline');
    expect(await read(buyer, payment.id)).toMatchObject({
      serviceStatus: 'awaiting_payment',
      checkoutUrl,
    });
  });

  it('is confirmed to a buyer who comes back before the webhook', async () => {
    const { payment, checkoutUrl } = await buy(buyer, await service());
    await app.pool.query(
      `UPDATE sandbox.payment_checkouts
       SET state = 'paid', payment_id = 'pay_lost', method = 'pix', paid_at = now() WHERE order_id = $1`,
      [payment.id],
    );
    expect(checkoutUrl).not.toBeNull();
    expect((await read(seller, payment.id)).serviceStatus).toBe('awaiting_payment');
    expect((await read(buyer, payment.id)).serviceStatus).toBe('awaiting_start');
  });

  it('that was cancelled meanwhile keeps the money in mind', async () => {
    const { payment, checkoutUrl } = await buy(buyer, await service());
    const { database, jobs } = app.program;
    const rules = { platformFeePercent: 10, startTimeoutHours: 168 };
    const deps = { ids: systemIds, enqueue: jobs.enqueue, ...rules };
    await database.transaction((tx) =>
      applyTransition(deps, tx, {
        action: 'cancel',
        paymentId: payment.id,
        by: 'buyer',
        actorId: buyer.uid,
      }),
    );
    await press(checkoutUrl, 'approve');
    const paid = async () => {
      const { rows } = await app.pool.query(
        'SELECT service_status, amount_paid, provider_payment_id FROM payments WHERE id = $1',
        [payment.id],
      );
      return rows[0];
    };
    await expect.poll(paid, { timeout: 10_000 }).toEqual({
      service_status: 'cancelled',
      amount_paid: 4990,
      provider_payment_id: expect.stringMatching(/^pay_/),
    });
  });
});

describe('over real HTTP', () => {
  it('100 identical checkouts are one order and one checkout of the provider', async () => {
    const serviceId = await service();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => buy(buyer, serviceId, key)),
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

  it('a webhook without the provider’s signature is 401', async () => {
    const response = await app.fetch('/api/payments/webhooks/demo', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'webhook_unauthorized' });
  });

  it('nobody buys their own service, and strangers see no order', async () => {
    const serviceId = await service();
    expect(await refusal(buy(seller, serviceId))).toMatchObject({ status: 403 });
    const { payment } = await buy(buyer, serviceId);
    const stranger = await app.person('Estranha');
    expect(await refusal(read(stranger, payment.id))).toMatchObject({ status: 404 });
    const admin = await app.admin();
    expect((await read(admin, payment.id)).checkoutUrl).toBeNull();
  });
});
