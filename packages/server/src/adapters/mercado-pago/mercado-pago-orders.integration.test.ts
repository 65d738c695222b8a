import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import {
  type MercadoPagoPeer,
  peerSecret,
  peerToken,
  startMercadoPagoPeer,
  webhookOf,
} from '../../../test/peers/mercado-pago/peer.ts';
import type { PeerPayment } from '../../../test/peers/mercado-pago/protocol.ts';
import { formatDate } from '../../../test/peers/mercado-pago/state.ts';
import { systemClock } from '../../ports/clock.ts';
import type { WebhookRequest } from '../../ports/webhook.ts';
import { createMercadoPago } from './index.ts';

let peer: MercadoPagoPeer;
let app: TestApp;
let buyer: TestPerson;
let seller: TestPerson;
let webhooksUrl = '';

/** Starts the whole program with a peer, which is a fake Mercado Pago server, instead of the built-in sandbox. */
beforeAll(async () => {
  peer = await startMercadoPagoPeer(systemClock);
  const paymentProvider = createMercadoPago({
    baseUrl: () => peer.baseUrl,
    accessToken: peerToken,
    webhookSecret: peerSecret,
    get notificationUrl() {
      return `${webhooksUrl}?source_news=webhooks`;
    },
    clock: systemClock,
    log: quietLog,
  });
  app = await startTestApp({ externalServices: { paymentProvider } });
  webhooksUrl = `${app.url}/api/payments/webhooks/mercadopago`;
  [buyer, seller] = [await app.signIn('Bia'), await app.signIn('Silvio')];
});
afterAll(async () => {
  await peer?.idle();
  await app?.close();
  await peer?.close();
});
beforeEach(() => {
  const usualSettings = {
    refundsAre: 'approved',
    refusesCancellation: false,
    sendsNoWebhooks: false,
    indexDelayMs: 0,
  };
  Object.assign(peer.state.settings, usualSettings);
});

/** A new order of R$ 49,90 with its checkout. */
async function createOrder() {
  const serviceId = await buildService(app.pool, seller.uid);
  const answer = await buyer.fetch('/api/payments/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ serviceId }),
  });
  expect(answer.status).toBe(201);
  const { payment, checkoutUrl } = (await answer.json()) as {
    payment: { id: string };
    checkoutUrl: string;
  };
  const preference = [...peer.state.preferences.values()].find(
    ({ init_point }) => init_point === checkoutUrl,
  );
  if (!preference) throw new Error('no such checkout');
  expect(preference.external_reference).toBe(payment.id);
  return { id: payment.id, preference };
}

const postAction = (person: TestPerson, id: string, action: string) =>
  person.fetch(`/api/payments/${id}/${action}`, { method: 'POST' });

/** Starts the attendance of an order, so that the seller keeps the money of a chargeback that is won. */
const startOrder = (id: string) =>
  seller.api.orders.updatePayment({
    params: { id },
    body: { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() },
  });

async function readOrder(orderId: string) {
  const { rows } = await app.pool.query('SELECT * FROM payments WHERE id = $1', [orderId]);
  return rows[0];
}

const waitForStatus = (id: string, status: string) =>
  expect.poll(async () => (await readOrder(id)).service_status).toBe(status);

async function createPaidOrder(method: 'card' | 'pix') {
  const { id, preference } = await createOrder();
  const payment = peer.state.pay(preference.id, method);
  await waitForStatus(id, 'awaiting_start');
  return { id, payment };
}

const waitForRefund = (payment: PeerPayment, reais: number) =>
  expect.poll(() => payment.transaction_amount_refunded).toBe(reais);

const listRefunds = async (id: string) => {
  const orderRows = await app.pool.query(
    'SELECT amount, reason, status FROM refunds WHERE payment_id = $1 ORDER BY created_at, id',
    [id],
  );
  return orderRows.rows;
};

const listChargebacks = async (id: string): Promise<{ status: string; amount: number }[]> => {
  const chargebacksSql =
    'SELECT status, amount FROM chargebacks WHERE payment_id = $1 ORDER BY created_at';
  return (await app.pool.query(chargebacksSql, [id])).rows;
};

/** Sends a webhook without an access token, with `changes` in its headers; resolves to the status of the answer. */
async function deliverWebhook({ headers, query, rawBody }: WebhookRequest, changes: object = {}) {
  const url = `${webhooksUrl}?${new URLSearchParams(query as Record<string, string>)}`;
  const allHeaders = { ...(headers as Record<string, string>), ...changes };
  return (await fetch(url, { method: 'POST', headers: allHeaders, body: new Uint8Array(rawBody) }))
    .status;
}

describe('an order paid by Mercado Pago', () => {
  it('is paid by its webhook, and is refunded on request', async () => {
    const { id, preference } = await createOrder();
    const payment = peer.state.pay(preference.id, 'pix');
    await waitForStatus(id, 'awaiting_start');
    expect(await readOrder(id)).toMatchObject({
      ...{ provider: 'mercadopago', provider_checkout_id: preference.id },
      ...{ provider_payment_id: String(payment.id), amount_paid: 4990 },
    });
    await peer.idle();
    expect(peer.delivered.map(({ status }) => status)).not.toContain(0);
    expect(new Set(peer.delivered.map(({ status }) => status))).toEqual(new Set([200]));

    const lastWebhook = peer.delivered.at(-1)?.webhook;
    if (!lastWebhook) throw new Error('no notification');
    expect(await deliverWebhook(lastWebhook)).toBe(200);
    expect(await deliverWebhook(lastWebhook, { 'x-request-id': 'another' })).toBe(401);
    expect(
      await deliverWebhook({ ...lastWebhook, query: { ...lastWebhook.query, 'data.id': '1' } }),
    ).toBe(401);

    expect((await postAction(seller, id, 'refund')).status).toBe(200);
    await waitForRefund(payment, 49.9);
    await waitForStatus(id, 'refunded');
    await expect
      .poll(() => listRefunds(id))
      .toEqual([{ amount: 4990, reason: 'seller', status: 'succeeded' }]);
  });

  it('is paid by a lookup when no webhook arrives', async () => {
    const { id, preference } = await createOrder();
    peer.state.settings.sendsNoWebhooks = true;
    peer.state.pay(preference.id, 'card');
    await expect
      .poll(async () => {
        const answer = await buyer.fetch(`/api/payments/${id}`);
        const { payment } = (await answer.json()) as { payment: { serviceStatus: string } };
        return payment.serviceStatus;
      })
      .toBe('awaiting_start');
  });

  it('keeps its price and refunds a second payment', async () => {
    const { id, preference } = await createOrder();
    const firstPayment = peer.state.pay(preference.id, 'pix');
    await waitForStatus(id, 'awaiting_start');
    const secondPayment = peer.state.pay(preference.id, 'card');
    const refundedReais = () =>
      firstPayment.transaction_amount_refunded + secondPayment.transaction_amount_refunded;
    await expect.poll(refundedReais).toBe(49.9);
    expect(await readOrder(id)).toMatchObject({
      service_status: 'awaiting_start',
      amount_paid: 9980,
    });
    expect((await postAction(seller, id, 'refund')).status).toBe(200);
    await waitForRefund(firstPayment, 49.9);
    await waitForRefund(secondPayment, 49.9);
  });

  it('that was refunded also refunds a second payment that the search finds late', async () => {
    const { id, preference } = await createOrder();
    const firstPayment = peer.state.pay(preference.id, 'pix');
    await waitForStatus(id, 'awaiting_start');
    const secondPayment = peer.state.start(preference.id, 'pix');
    expect((await postAction(seller, id, 'refund')).status).toBe(200);
    await waitForRefund(firstPayment, 49.9);
    await peer.idle();
    Object.assign(firstPayment, { date_created: formatDate(new Date(Date.now() - 3_600_000)) });
    peer.state.settings.indexDelayMs = 1_800_000;
    peer.state.approve(secondPayment.id);

    const refundJobsSql = `SELECT refunds.status FROM refunds
      JOIN graphile_worker.jobs ON jobs.key = 'refund:' || refunds.id
      WHERE payment_id = $1 AND reason = 'late' AND attempts > 0 AND locked_at IS NULL`;
    const listTriedRefunds = async () => (await app.pool.query(refundJobsSql, [id])).rows;
    await expect.poll(listTriedRefunds).toEqual([{ status: 'pending' }]);
    expect(secondPayment.transaction_amount_refunded).toBe(0);
    peer.state.settings.indexDelayMs = 0;
    await waitForRefund(secondPayment, 49.9);
    await expect
      .poll(() => listRefunds(id))
      .toMatchObject([
        { reason: 'seller', status: 'succeeded' },
        { amount: 4990, reason: 'late', status: 'succeeded' },
      ]);
    expect(firstPayment.transaction_amount_refunded).toBe(49.9);
  });

  it('takes no payment after the buyer cancelled it', async () => {
    const { id, preference } = await createOrder();
    const pixPayment = peer.state.start(preference.id, 'pix');
    expect((await postAction(buyer, id, 'cancel')).status).toBe(200);
    expect(await readOrder(id)).toMatchObject({ service_status: 'cancelled' });
    expect(peer.state.isOpen(preference)).toBe(false);
    expect(pixPayment.status).toBe('cancelled');
  });

  it('is cancelled after its deadline, and a late Pix is refunded', async () => {
    const { id, preference } = await createOrder();
    const pixPayment = peer.state.start(preference.id, 'pix');
    peer.state.settings.refusesCancellation = true;
    const expireSql = "UPDATE payments SET expires_at = now() - interval '1 minute' WHERE id = $1";
    await app.pool.query(expireSql, [id]);
    await app.pool.query("SELECT graphile_worker.add_job('orders.sweep', '{}')");
    await waitForStatus(id, 'cancelled');
    expect(peer.state.isOpen(preference)).toBe(false);
    expect(pixPayment.status).toBe('pending');

    peer.state.approve(pixPayment.id);
    await waitForRefund(pixPayment, 49.9);
    expect(await readOrder(id)).toMatchObject({ service_status: 'cancelled', amount_paid: 4990 });
    expect(await listRefunds(id)).toMatchObject([{ amount: 4990, reason: 'late' }]);
  });

  it('that is charged back is refunded', async () => {
    const { id, payment } = await createPaidOrder('card');
    const date_last_updated = formatDate(new Date(Date.now() - 3_600_000));
    peer.state.changePayment(payment.id, {
      ...{ status: 'charged_back', status_detail: 'settled', date_last_updated },
    });
    await waitForStatus(id, 'refunded');
    expect(payment.refunds).toEqual([]);
  });

  it('loses what the bank takes, also when its webhook comes before the case is found', async () => {
    const { id, payment } = await createPaidOrder('card');
    peer.state.settings.sendsNoWebhooks = true;
    Object.assign(payment, { status: 'charged_back', status_detail: 'in_process' });
    payment.date_last_updated = formatDate(new Date());
    const webhook = webhookOf(new Date(), 'payment', String(payment.id));
    expect(await deliverWebhook(webhook)).toBe(503);
    peer.state.chargeBack(payment.id, 30);
    expect(await deliverWebhook(webhook)).toBe(200);
    expect(await listChargebacks(id)).toMatchObject([{ amount: 3000 }]);
  });

  it('loses each of two cases once, also when the second one is found before the first one', async () => {
    const { id, payment } = await createPaidOrder('card');
    await startOrder(id);
    Object.assign(peer.state.settings, { sendsNoWebhooks: true, indexDelayMs: 3_600_000 });
    const cases = [peer.state.chargeBack(payment.id, 20), peer.state.chargeBack(payment.id, 15)];
    for (const { id: caseId } of [...cases].reverse())
      expect(await deliverWebhook(webhookOf(new Date(), 'topic_chargebacks_wh', caseId))).toBe(200);
    peer.state.settings.indexDelayMs = 0;
    const webhook = webhookOf(new Date(), 'payment', String(payment.id));
    expect(await deliverWebhook(webhook)).toBe(200);
    expect(await listChargebacks(id)).toMatchObject([{ amount: 1500 }, { amount: 2000 }]);
  });

  it('loses a second case of its payment too, after the bank decided the first one for the seller', async () => {
    const { id, payment } = await createPaidOrder('card');
    await startOrder(id);
    const expectStatuses = (...statuses: string[]) =>
      expect
        .poll(async () => (await listChargebacks(id)).map(({ status }) => status))
        .toEqual(statuses);
    const firstCase = peer.state.chargeBack(payment.id);
    await expectStatuses('open');
    peer.state.decideChargeback(firstCase.id, true);
    await expectStatuses('won');
    const secondCase = peer.state.chargeBack(payment.id);
    await expectStatuses('won', 'open');
    peer.state.decideChargeback(secondCase.id, false);
    await expectStatuses('won', 'lost');
  });
});
