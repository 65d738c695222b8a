import { randomUUID } from 'node:crypto';
import { adminRefund } from '@guilda/contract/orders/refunds';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { refundOrder } from './refund-order.ts';
import { sendRefund } from './send-refund.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;
let otherAdmin: Person;

beforeAll(async () => {
  fixture = await createOrdersFixture();
  [buyer, seller] = [
    await fixture.person('user', 'Compradora'),
    await fixture.person('user', 'Vendedora'),
  ];
  [admin, otherAdmin] = [await fixture.person('admin'), await fixture.person('admin')];
});
afterEach(() => {
  Object.assign(fixture.provider, { refundsAre: 'succeeded', down: false, pause: async () => {} });
  fixture.failures.splice(0);
  fixture.warnings.splice(0);
});
afterAll(() => fixture.close());

const refundPath = (id: string, action = '') => `/api/admin/refunds/${id}${action}`;
const retryRefund = (person: Person, id: string) =>
  fixture.callConfirmed(person, 'admin_money', refundPath(id, '/retry'), {
    reason: 'O provedor voltou.',
  });
const settleRefund = (person: Person, id: string) =>
  fixture.callConfirmed(person, 'admin_money', refundPath(id, '/settle'), {
    reason: 'Pago por Pix.',
  });

/** Creates an order whose refund the provider has finally refused. */
async function createFailedRefund(parties = { buyer, seller }) {
  fixture.provider.refundsAre = 'failed';
  const order = await fixture.order('awaiting_start', parties);
  await refundOrder(fixture.deps)(parties.seller, order.id, '');
  await fixture.jobs.runUntilIdle();
  fixture.provider.refundsAre = 'succeeded';
  return expectOnlyRefund(order.id, 'failed');
}

/** Creates an order whose refund could not be sent for three days. */
async function createOrderWithFailedRefund() {
  const order = await fixture.order('awaiting_start', { buyer, seller });
  fixture.provider.down = true;
  await refundOrder(fixture.deps)(seller, order.id, '');
  await fixture.pool.query(
    `UPDATE refunds SET tried_from = now() - interval '73 hours' WHERE payment_id = $1`,
    [order.id],
  );
  await fixture.jobs.runUntilIdle();
  fixture.provider.down = false;
  return expectOnlyRefund(order.id, 'failed');
}

async function expectOnlyRefund(orderId: string, status: string) {
  const [refund, ...others] = await fixture.refundsOf(orderId);
  expect(others).toEqual([]);
  if (refund?.status !== status) throw new Error(`a refund that is ${refund?.status}`);
  return { id: refund.id, orderId };
}

const statusOf = async (orderId: string) => (await fixture.refundsOf(orderId))[0]?.status;

const readAuditLog = async (id: string) =>
  (
    await fixture.pool.query(
      `SELECT actor_id, action, reason FROM moderation_actions
       WHERE subject_kind = 'refund' AND subject_id = $1 ORDER BY created_at, id`,
      [id],
    )
  ).rows;

/** All amounts of an order: ledger, order row and refunds. */
const readMoney = async (orderId: string) => {
  const { amountPaid, amountRefunded, serviceStatus } = await fixture.orderOf(orderId);
  return { amountPaid, amountRefunded, serviceStatus, ledger: await fixture.ledgerOf(orderId) };
};

describe('administrators', () => {
  it('read a refund with its order, buyer and seller', async () => {
    const { id, orderId } = await createFailedRefund();
    const response = await fixture.call(admin, 'GET', refundPath(id));
    expect(response.statusCode).toBe(200);
    expect(adminRefund.parse(response.json().refund)).toMatchObject({
      id,
      paymentId: orderId,
      amount: '49.90',
      status: 'failed',
      reason: 'seller',
      purchaseCode: (await fixture.orderOf(orderId)).purchaseCode,
      productName: 'Aula de mira',
      buyer: { uid: buyer.uid, displayName: 'Compradora' },
      seller: { uid: seller.uid, displayName: 'Vendedora' },
    });
    expect((await fixture.call(admin, 'GET', refundPath(randomUUID()))).json().code).toBe(
      'refund_not_found',
    );
    expect((await fixture.call(seller, 'GET', refundPath(id))).statusCode).toBe(403);
  });

  it('read the refund of a closed account', async () => {
    const goneBuyer = await fixture.person('user', 'Foi Embora');
    const { id } = await createFailedRefund({ buyer: goneBuyer, seller });
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [goneBuyer.uid]);
    const { refund } = (await fixture.call(admin, 'GET', refundPath(id))).json();
    expect(refund.buyer).toMatchObject({ displayName: 'Usuário removido', badges: [] });
  });

  it.each(['retry', 'settle'])(
    'must give a reason and name an existing refund: %s',
    async (action) => {
      const { id } = await createFailedRefund();
      const emptyReasonResponse = await fixture.call(admin, 'POST', refundPath(id, `/${action}`), {
        reason: '  ',
      });
      expect(emptyReasonResponse.statusCode).toBe(400);
      const unknownRefundResponse = await fixture.call(
        admin,
        'POST',
        refundPath(randomUUID(), `/${action}`),
        {
          reason: 'Sim',
        },
      );
      expect(unknownRefundResponse.json().code).toBe('refund_not_found');
      expect(await readAuditLog(id)).toEqual([]);
    },
  );

  it.each(['buyer', 'seller'] as const)(
    'cannot decide about an order as its %s',
    async (orderRole) => {
      const { id } = await createFailedRefund({ buyer, seller, [orderRole]: otherAdmin });
      for (const decide of [retryRefund, settleRefund]) {
        expect((await decide(otherAdmin, id)).json().code).toBe('forbidden');
      }
      expect((await fixture.call(admin, 'GET', refundPath(id))).json().refund.status).toBe(
        'failed',
      );
      expect(await readAuditLog(id)).toEqual([]);
      expect((await settleRefund(admin, id)).statusCode).toBe(200);
    },
  );
});

describe('a retry', () => {
  it('uses a new idempotency key when the provider stored the first attempt as failed', async () => {
    const { id, orderId } = await createFailedRefund();
    const response = await retryRefund(admin, id);
    expect(response.json().refund.status).toBe('pending');
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(orderId)).toBe('succeeded');
    expect(Object.keys(fixture.provider.refundsOf(orderId))).toEqual([id, `${id}-1`]);
    expect(await readAuditLog(id)).toEqual([
      { actor_id: admin.uid, action: 'retry', reason: 'O provedor voltou.' },
    ]);
    await fixture.deliver(orderId);
    expect((await fixture.orderOf(orderId)).amountRefunded).toBe(4990);
    expect((await retryRefund(admin, id)).json().code).toBe('refund_decided');
    expect((await settleRefund(admin, id)).json().code).toBe('refund_decided');
  });

  it('uses the same key when the outcome of the first attempt is unknown', async () => {
    const { id, orderId } = await createOrderWithFailedRefund();
    // The provider received the call, but its answer was lost.
    const refundFacts = { orderId, providerPaymentId: `pay_${orderId}`, amount: 4990 };
    await fixture.provider.refund({ ...refundFacts, idempotencyKey: id });
    await retryRefund(admin, id);
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(orderId)).toBe('succeeded');
    expect(fixture.provider.refundsOf(orderId)).toEqual({ [id]: 4990 });
  });

  it('retries for days again, and may fail again', async () => {
    const { id, orderId } = await createOrderWithFailedRefund();
    fixture.provider.down = true;
    await retryRefund(admin, id);
    await expect(sendRefund(fixture.deps)(id)).rejects.toThrow('could not be sent');
    expect(await statusOf(orderId)).toBe('pending');
    Object.assign(fixture.provider, { down: false, refundsAre: 'failed' });
    await sendRefund(fixture.deps)(id);
    expect(await statusOf(orderId)).toBe('failed');
    fixture.provider.refundsAre = 'succeeded';
    expect((await retryRefund(otherAdmin, id)).statusCode).toBe(200);
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(orderId)).toBe('succeeded');
    expect(await readAuditLog(id)).toHaveLength(2);
  });

  it('is not changed by the answer to an earlier attempt', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    fixture.provider.refundsAre = 'failed';
    const order = await fixture.order('awaiting_start', { buyer, seller });
    await refundOrder(fixture.deps)(seller, order.id, '');
    const { id } = await expectOnlyRefund(order.id, 'pending');
    const { refund: refundsBefore } = fixture.provider.calls;
    fixture.provider.pause = () => answered;
    const slowSending = sendRefund(fixture.deps)(id);
    await expect.poll(() => fixture.provider.calls.refund).toBe(refundsBefore + 1);
    fixture.provider.pause = async () => {};
    await sendRefund(fixture.deps)(id);
    expect(await statusOf(order.id)).toBe('failed');
    await retryRefund(admin, id);
    answer();
    await slowSending;
    expect(await statusOf(order.id)).toBe('pending');
    fixture.provider.refundsAre = 'succeeded';
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(order.id)).toBe('succeeded');
  });
});

describe('a refund that was paid in another way', () => {
  it('leaves the ledger and the provider’s totals unchanged, and is never sent again', async () => {
    const { id, orderId } = await createFailedRefund();
    const moneyBefore = await readMoney(orderId);
    const response = await settleRefund(admin, id);
    expect(response.json().refund.status).toBe('succeeded');
    expect(await readMoney(orderId)).toEqual(moneyBefore);
    expect(moneyBefore).toMatchObject({ amountRefunded: 0, serviceStatus: 'refunded' });
    const callsBefore = fixture.provider.calls.refund;
    await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
    await fixture.jobs.runUntilIdle();
    await fixture.deliver(orderId);
    await fixture.jobs.runUntilIdle();
    expect(fixture.provider.calls.refund).toBe(callsBefore);
    await fixture.refundsOf(orderId).then((rows) => expect(rows).toHaveLength(1));
    await assertLedgerMatchesOrders(fixture.pool);
    expect(await readAuditLog(id)).toEqual([
      { actor_id: admin.uid, action: 'settle', reason: 'Pago por Pix.' },
    ]);
  });

  it('is told to the buyer once', async () => {
    const { id, orderId } = await createFailedRefund();
    await settleRefund(admin, id);
    await settleRefund(otherAdmin, id);
    const events = (await fixture.notificationsOf(orderId)).map(({ event }) => event);
    expect(events.filter((event) => event === 'refund_settled')).toHaveLength(1);
  });

  it('is logged when the provider returns the same money after all', async () => {
    const { id, orderId } = await createFailedRefund();
    await settleRefund(admin, id);
    fixture.provider.returnMoney(orderId);
    await fixture.deliver(orderId);
    expect(fixture.warnings).toMatchObject([
      { fields: { payment: orderId, amountRefunded: 4990 } },
    ]);
    expect(await fixture.refundsOf(orderId)).toHaveLength(1);
  });

  it('does not block another refund of its order', async () => {
    const { id, orderId } = await createFailedRefund();
    await settleRefund(admin, id);
    // The second payment is refunded; the provider reports this refund as pending.
    fixture.provider.refundsAre = 'pending';
    fixture.provider.pay(orderId, 9980);
    await fixture.deliver(orderId);
    await fixture.jobs.runUntilIdle();
    expect(await fixture.refundsOf(orderId)).toMatchObject([
      { status: 'succeeded' },
      { status: 'pending', amount: 4990 },
    ]);
    fixture.provider.finishRefunds();
    await fixture.deliver(orderId);
    expect((await fixture.refundsOf(orderId)).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  it('cannot be one that is still pending', async () => {
    fixture.provider.refundsAre = 'pending';
    const order = await fixture.order('awaiting_start', { buyer, seller });
    await refundOrder(fixture.deps)(seller, order.id, '');
    await fixture.jobs.runUntilIdle();
    const { id } = await expectOnlyRefund(order.id, 'pending');
    for (const decide of [retryRefund, settleRefund]) {
      const response = await decide(admin, id);
      expect([response.statusCode, response.json().code]).toEqual([409, 'refund_decided']);
    }
    fixture.provider.finishRefunds();
    await fixture.deliver(order.id);
  });
});
