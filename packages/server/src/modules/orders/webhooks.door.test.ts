import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { systemIds } from '../../ports/ids.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
});
afterAll(() => rig.close());
beforeEach(() => {
  rig.provider.down = false;
  rig.warnings.length = 0;
});

const awaiting = () => rig.order('awaiting_payment', { buyer, seller });
const statusOf = async (id: string) => (await rig.orderOf(id)).serviceStatus;
const eventsOf = async (eventId: string) => {
  const { rowCount } = await rig.pool.query('SELECT 1 FROM webhook_events WHERE event_id = $1', [
    eventId,
  ]);
  return rowCount;
};
const send = (headers: Record<string, string>, payload: Buffer | string, provider = 'fake') =>
  rig.app.inject({
    method: 'POST',
    url: `/api/payments/webhooks/${provider}`,
    headers,
    payload,
  });
const signed = { 'x-signature': 'genuine', 'content-type': 'application/json' };

describe('a notice of a payment', () => {
  it('moves the order on, with its step and its money', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    const answer = await rig.deliver(order.id);
    expect(answer.statusCode).toBe(200);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 4990,
      providerPaymentId: `pay_${order.id}`,
      paidAt: expect.any(Date),
    });
    const { rows } = await rig.pool.query(
      `SELECT actor, actor_id FROM payment_steps WHERE payment_id = $1 AND status = 'awaiting_start'`,
      [order.id],
    );
    expect(rows).toEqual([{ actor: 'provider', actor_id: null }]);
  });

  it('is taken as it comes: any content type, with a trailing slash or without', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      '',
    ]) {
      const order = await awaiting();
      rig.provider.pay(order.id);
      const { rawBody } = rig.provider.notice(order.id);
      const answer = await rig.app.inject({
        method: 'POST',
        url: '/api/payments/webhooks/fake/',
        headers: { 'x-signature': 'genuine', ...(type ? { 'content-type': type } : {}) },
        payload: rawBody,
      });
      expect(answer.statusCode).toBe(200);
      expect(await statusOf(order.id)).toBe('awaiting_start');
    }
  });

  it('is believed in nothing but that something changed', async () => {
    const order = await awaiting();
    const lies = JSON.stringify({
      id: 'evt_lies',
      orderId: order.id,
      status: 'paid',
      amount: 4990,
    });
    expect((await send(signed, lies)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
  });
});

describe('a notice that is not applied', () => {
  it('is 401 when it is not the provider’s', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    const { rawBody } = rig.provider.notice(order.id);
    for (const signature of ['', 'forged', 'Genuine']) {
      const answer = await send({ ...signed, 'x-signature': signature }, rawBody);
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

  it('is 400 when it makes no sense, and 413 when it is huge', async () => {
    for (const body of ['', 'nonsense', '{}', '[]', '\0', '{"id":']) {
      expect((await send(signed, body)).statusCode).toBe(400);
    }
    expect((await send(signed, 'x'.repeat(300_000))).statusCode).toBe(413);
  });

  it('is 404 for another provider', async () => {
    const { rawBody } = rig.provider.notice(systemIds.uuid());
    for (const provider of ['stripe', 'FAKE', '__proto__', '%00']) {
      expect([400, 404]).toContain((await send(signed, rawBody, provider)).statusCode);
    }
  });

  it('is 200 and ignored when it is about nothing of ours', async () => {
    expect((await send(signed, JSON.stringify({ id: 'evt_other' }))).statusCode).toBe(200);
    for (const id of [systemIds.uuid(), 'order-of-another-shop', "'; DROP TABLE payments;--"]) {
      expect((await rig.deliver(id)).statusCode).toBe(200);
      rig.provider.know(id, { status: 'paid', amount: 4990, amountPaid: 4990 });
      expect((await rig.deliver(id)).statusCode).toBe(200);
    }
  });

  it('is 503 while the provider cannot be asked, and works when it comes again', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    rig.provider.down = true;
    const eventId = `evt_${systemIds.uuid()}`;
    const failed = await rig.deliver(order.id, eventId);
    expect(failed.statusCode).toBe(503);
    expect(failed.headers['retry-after']).toBeDefined();
    expect(await eventsOf(eventId)).toBe(0);
    rig.provider.down = false;
    expect((await rig.deliver(order.id, eventId)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_start');
    expect(await eventsOf(eventId)).toBe(1);
  });

  it('leaves no event behind when its effect fails', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    const eventId = `evt_${systemIds.uuid()}`;
    await rig.pool.query(`
      CREATE FUNCTION break_steps() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER break_steps BEFORE INSERT ON ledger_entries
        FOR EACH ROW EXECUTE FUNCTION break_steps()`);
    expect((await rig.deliver(order.id, eventId)).statusCode).toBe(503);
    await rig.pool.query('DROP FUNCTION break_steps CASCADE');
    expect(await rig.orderOf(order.id)).toEqual(order);
    expect(await eventsOf(eventId)).toBe(0);
    expect((await rig.deliver(order.id, eventId)).statusCode).toBe(200);
    expect(await statusOf(order.id)).toBe('awaiting_start');
  });
});

describe('money that is not the price', () => {
  it.each([1, 4989, 4991, 9980])('%i centavos are not delivered', async (amountPaid) => {
    const order = await awaiting();
    rig.provider.pay(order.id, amountPaid);
    expect((await rig.deliver(order.id)).statusCode).toBe(200);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_payment',
      amountPaid,
      paidAt: null,
    });
    expect(rig.warnings).toEqual([
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

  it('goes back whole, also what completes it later', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id, 2000);
    await rig.deliver(order.id);
    rig.provider.pay(order.id, 4990);
    await rig.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(order.id)).toEqual([
      { id: expect.any(String), amount: 2000, reason: 'wrong_amount', status: 'succeeded' },
      { id: expect.any(String), amount: 2990, reason: 'wrong_amount', status: 'succeeded' },
    ]);
    await rig.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await rig.refundsOf(order.id)).toHaveLength(2);
  });

  it('is there in part no more: the rest goes back too', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    rig.provider.know(order.id, { amountRefunded: 1 });
    await rig.deliver(order.id);
    expect(await statusOf(order.id)).toBe('awaiting_payment');
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4989, status: 'pending' }]);
  });

  it.each(['pending', 'declined', 'expired', 'refunded'] as const)(
    'is not there while the payment is %s',
    async (status) => {
      const order = await awaiting();
      rig.provider.know(order.id, { status });
      expect((await rig.deliver(order.id)).statusCode).toBe(200);
      expect(await rig.orderOf(order.id)).toEqual(order);
    },
  );

  it('comes a second time for a paid order and goes back', async () => {
    const order = await rig.order('awaiting_start', { buyer, seller });
    rig.provider.pay(order.id, 9980);
    await rig.deliver(order.id);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 9980,
      paidAt: order.paidAt,
    });
    expect(rig.warnings).toHaveLength(1);
    await rig.deliver(order.id);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'overpaid' }]);
  });
});

describe('a payment that comes too late', () => {
  it('is kept on the cancelled order and given back', async () => {
    const order = await rig.order('cancelled', { buyer, seller });
    rig.provider.pay(order.id);
    expect((await rig.deliver(order.id)).statusCode).toBe(200);
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'cancelled',
      amountPaid: 4990,
      providerPaymentId: `pay_${order.id}`,
      paidAt: null,
    });
    expect(rig.warnings).toHaveLength(1);
    await rig.deliver(order.id);
    expect(rig.warnings).toHaveLength(1);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 4990, reason: 'late' }]);
    expect(await rig.ledgerOf(order.id)).toEqual([
      { kind: 'payment', buyer: -4990 },
      { kind: 'refund', buyer: 4990 },
    ]);
  });

  it('races with the cancellation, and the money is never lost', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, awaiting));
    for (const order of orders) rig.provider.pay(order.id);
    await Promise.all(
      orders.flatMap((order) => [
        rig.deliver(order.id),
        rig.move({ action: 'cancel', paymentId: order.id, by: 'buyer', actorId: buyer.uid }),
      ]),
    );
    for (const order of orders) {
      const after = await rig.orderOf(order.id);
      expect(['awaiting_start', 'cancelled']).toContain(after.serviceStatus);
      expect(after).toMatchObject({ amountPaid: 4990, providerPaymentId: `pay_${order.id}` });
    }
  });
});
