import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.provider.down = false;
  fixture.warnings.length = 0;
});

const createUnpaidOrder = () => fixture.order('awaiting_payment', { buyer, seller });
const statusOf = async (id: string) => (await fixture.orderOf(id)).serviceStatus;
const countEvents = async (eventId: string) => {
  const { rowCount } = await fixture.pool.query(
    'SELECT 1 FROM webhook_events WHERE event_id = $1',
    [eventId],
  );
  return rowCount;
};
const sendWebhook = (
  headers: Record<string, string>,
  payload: Buffer | string,
  provider = 'fake',
) =>
  fixture.app.inject({
    method: 'POST',
    url: `/api/payments/webhooks/${provider}`,
    headers,
    payload,
  });
const signedHeaders = { 'x-signature': 'genuine', 'content-type': 'application/json' };

describe('a webhook of a payment', () => {
  it('marks the order as paid, with its step and ledger movement', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    const answer = await fixture.deliver(order.id);
    expect(answer.statusCode).toBe(200);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 4990,
      providerPaymentId: `pay_${order.id}`,
      paidAt: expect.any(Date),
    });
    const { rows } = await fixture.pool.query(
      `SELECT actor, actor_id FROM payment_steps WHERE payment_id = $1 AND status = 'awaiting_start'`,
      [order.id],
    );
    expect(rows).toEqual([{ actor: 'provider', actor_id: null }]);
  });

  it('accepts any content type, with or without a trailing slash', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      '',
    ]) {
      const order = await createUnpaidOrder();
      fixture.provider.pay(order.id);
      const { rawBody } = fixture.provider.webhookRequest(order.id);
      const answer = await fixture.app.inject({
        method: 'POST',
        url: '/api/payments/webhooks/fake/',
        headers: { 'x-signature': 'genuine', ...(type ? { 'content-type': type } : {}) },
        payload: rawBody,
      });
      expect(answer.statusCode).toBe(200);
      expect(await statusOf(order.id)).toBe('awaiting_start');
    }
  });

  it('is trusted only that something changed', async () => {
    const order = await createUnpaidOrder();
    const forgedBody = JSON.stringify({
      id: 'evt_lies',
      orderId: order.id,
      status: 'paid',
      amount: 4990,
    });
    expect((await sendWebhook(signedHeaders, forgedBody)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
  });
});

describe('a webhook that is not applied', () => {
  it('is 401 when its signature is invalid', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    const { rawBody } = fixture.provider.webhookRequest(order.id);
    for (const signature of ['', 'forged', 'Genuine']) {
      const answer = await sendWebhook({ ...signedHeaders, 'x-signature': signature }, rawBody);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        error: 'Não autorizado.',
        message: 'Não autorizado.',
        code: 'webhook_unauthorized',
        requestId: expect.any(String),
      });
    }
    expect(await statusOf(order.id)).toBe('awaiting_payment');
  });

  it('is 400 when it is malformed, and 413 when it is too large', async () => {
    for (const body of ['', 'nonsense', '{}', '[]', '\0', '{"id":']) {
      expect((await sendWebhook(signedHeaders, body)).statusCode).toBe(400);
    }
    expect((await sendWebhook(signedHeaders, 'x'.repeat(300_000))).statusCode).toBe(413);
  });

  it('is 404 for another provider', async () => {
    const { rawBody } = fixture.provider.webhookRequest(systemIds.uuid());
    for (const provider of ['stripe', 'FAKE', '__proto__', '%00']) {
      expect([400, 404]).toContain(
        (await sendWebhook(signedHeaders, rawBody, provider)).statusCode,
      );
    }
  });

  it('is 200 and ignored when it is not about an order of ours', async () => {
    expect((await sendWebhook(signedHeaders, JSON.stringify({ id: 'evt_other' }))).statusCode).toBe(
      200,
    );
    for (const id of [systemIds.uuid(), 'order-of-another-shop', "'; DROP TABLE payments;--"]) {
      expect((await fixture.deliver(id)).statusCode).toBe(200);
      fixture.provider.changeRecord(id, { status: 'paid', amount: 4990, amountPaid: 4990 });
      expect((await fixture.deliver(id)).statusCode).toBe(200);
    }
  });

  it('is 503 while the lookup fails, and works when it is delivered again', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    fixture.provider.down = true;
    const eventId = `evt_${systemIds.uuid()}`;
    const failedResponse = await fixture.deliver(order.id, eventId);
    expect(failedResponse.statusCode).toBe(503);
    expect(failedResponse.headers['retry-after']).toBeDefined();
    expect(await countEvents(eventId)).toBe(0);
    fixture.provider.down = false;
    expect((await fixture.deliver(order.id, eventId)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_start');
    expect(await countEvents(eventId)).toBe(1);
  });

  it('records no event when applying it fails', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    const eventId = `evt_${systemIds.uuid()}`;
    await fixture.pool.query(`
      CREATE FUNCTION break_steps() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER break_steps BEFORE INSERT ON ledger_entries
        FOR EACH ROW EXECUTE FUNCTION break_steps()`);
    expect((await fixture.deliver(order.id, eventId)).statusCode).toBe(503);
    await fixture.pool.query('DROP FUNCTION break_steps CASCADE');
    expect(await fixture.orderOf(order.id)).toEqual(order);
    expect(await countEvents(eventId)).toBe(0);
    expect((await fixture.deliver(order.id, eventId)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_start');
  });
});

describe('a wrong amount', () => {
  it.each([1, 4989, 4991, 9980])('of %i centavos does not pay the order', async (amountPaid) => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id, amountPaid);
    expect((await fixture.deliver(order.id)).statusCode).toBe(200);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_payment',
      amountPaid,
      paidAt: null,
    });
    expect(fixture.warnings).toEqual([
      {
        fields: {
          payment: order.id,
          serviceStatus: 'awaiting_payment',
          price: 4990,
          amountPaid,
          amountRefunded: 0,
        },
        message: expect.any(String),
      },
    ]);
  });

  it('is refunded completely, also a later rest', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id, 2000);
    await fixture.deliver(order.id);
    fixture.provider.pay(order.id, 4990);
    await fixture.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(order.id)).toEqual([
      { id: expect.any(String), amount: 2000, reason: 'wrong_amount', status: 'succeeded' },
      { id: expect.any(String), amount: 2990, reason: 'wrong_amount', status: 'succeeded' },
    ]);
    await fixture.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await fixture.refundsOf(order.id)).toHaveLength(2);
  });

  it('of which the provider returned a part is refunded for the rest', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    fixture.provider.changeRecord(order.id, { amountRefunded: 1 });
    await fixture.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4989, status: 'pending' }]);
  });

  it.each(['pending', 'declined', 'expired', 'refunded'] as const)(
    'is not there while the payment is %s',
    async (status) => {
      const order = await createUnpaidOrder();
      fixture.provider.changeRecord(order.id, { status });
      expect((await fixture.deliver(order.id)).statusCode).toBe(200);
      expect(await fixture.orderOf(order.id)).toEqual(order);
    },
  );

  it('as a second payment of a paid order is refunded', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    fixture.provider.pay(order.id, 9980);
    await fixture.deliver(order.id);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 9980,
      paidAt: order.paidAt,
    });
    expect(fixture.warnings).toHaveLength(1);
    await fixture.deliver(order.id);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'overpaid' }]);
  });
});

describe('a late payment', () => {
  it('is recorded on the cancelled order and refunded', async () => {
    const order = await fixture.order('cancelled', { buyer, seller });
    fixture.provider.pay(order.id);
    expect((await fixture.deliver(order.id)).statusCode).toBe(200);
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'cancelled',
      amountPaid: 4990,
      providerPaymentId: `pay_${order.id}`,
      paidAt: null,
    });
    expect(fixture.warnings).toHaveLength(1);
    await fixture.deliver(order.id);
    expect(fixture.warnings).toHaveLength(1);
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'late' }]);
    expect(await fixture.paymentOf(order.id, buyer)).toMatchObject({ refundedAmount: '49.90' });
    expect(await fixture.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
  });

  it('races with the cancellation without losing money', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, createUnpaidOrder));
    for (const order of orders) fixture.provider.pay(order.id);
    await Promise.all(
      orders.flatMap((order) => [
        fixture.deliver(order.id),
        fixture.move({ action: 'cancel', orderId: order.id, by: 'buyer', actorId: buyer.uid }),
      ]),
    );
    for (const order of orders) {
      const orderAfter = await fixture.orderOf(order.id);
      expect(['awaiting_start', 'cancelled']).toContain(orderAfter.serviceStatus);
      expect(orderAfter).toMatchObject({ amountPaid: 4990, providerPaymentId: `pay_${order.id}` });
    }
  });
});
