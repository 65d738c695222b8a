import { randomUUID } from 'node:crypto';
import { adminRefund } from '@guilda/contract/refunds';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suspendedMeanwhile } from '../../../test/leave-team.ts';
import { assertLedgerMatchesOrders } from '../../../test/ledger.ts';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { refundOrder } from './refund-order.ts';
import { sendRefund } from './send-refund.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
let admin: Person;
let colleague: Person;

beforeAll(async () => {
  rig = await createOrdersRig();
  [buyer, seller] = [await rig.person('user', 'Compradora'), await rig.person('user', 'Vendedora')];
  [admin, colleague] = [await rig.person('admin'), await rig.person('admin')];
});
afterEach(() => {
  Object.assign(rig.provider, { refundsAre: 'succeeded', down: false, pause: async () => {} });
  rig.failures.splice(0);
  rig.warnings.splice(0);
});
afterAll(() => rig.close());

const at = (id: string, action = '') => `/api/admin/refunds/${id}${action}`;
const retry = (who: Person, id: string) =>
  rig.call(who, 'POST', at(id, '/retry'), { reason: 'O provedor voltou.' });
const settle = (who: Person, id: string) =>
  rig.call(who, 'POST', at(id, '/settle'), { reason: 'Pago por Pix.' });

/** An order of which the provider says for good that it does not give it back. */
async function failed(who = { buyer, seller }) {
  rig.provider.refundsAre = 'failed';
  const order = await rig.order('awaiting_start', who);
  await refundOrder(rig.deps)(who.seller, order.id);
  await rig.jobs.runUntilIdle();
  rig.provider.refundsAre = 'succeeded';
  return only(order.id, 'failed');
}

/** An order whose refund reached nobody for three days. */
async function unheard() {
  const order = await rig.order('awaiting_start', { buyer, seller });
  rig.provider.down = true;
  await refundOrder(rig.deps)(seller, order.id);
  await rig.pool.query(
    `UPDATE refunds SET tried_from = now() - interval '73 hours' WHERE payment_id = $1`,
    [order.id],
  );
  await rig.jobs.runUntilIdle();
  rig.provider.down = false;
  return only(order.id, 'failed');
}

async function only(paymentId: string, status: string) {
  const [refund, ...others] = await rig.refundsOf(paymentId);
  expect(others).toEqual([]);
  if (refund?.status !== status) throw new Error(`a refund that is ${refund?.status}`);
  return { id: refund.id, paymentId };
}

const statusOf = async (paymentId: string) => (await rig.refundsOf(paymentId))[0]?.status;

const logOf = async (id: string) =>
  (
    await rig.pool.query(
      `SELECT actor_id, action, reason FROM moderation_actions
       WHERE subject_kind = 'refund' AND subject_id = $1 ORDER BY created_at, id`,
      [id],
    )
  ).rows;

/** All that says where the money of an order is. */
const money = async (paymentId: string) => {
  const { amountPaid, amountRefunded, serviceStatus } = await rig.orderOf(paymentId);
  return { amountPaid, amountRefunded, serviceStatus, ledger: await rig.ledgerOf(paymentId) };
};

describe('the team', () => {
  it('reads a refund with its order and its people', async () => {
    const { id, paymentId } = await failed();
    const response = await rig.call(admin, 'GET', at(id));
    expect(response.statusCode).toBe(200);
    expect(adminRefund.parse(response.json().refund)).toMatchObject({
      id,
      paymentId,
      amount: '49.90',
      status: 'failed',
      reason: 'seller',
      purchaseCode: (await rig.orderOf(paymentId)).purchaseCode,
      productName: 'Aula de mira',
      buyer: { uid: buyer.uid, displayName: 'Compradora' },
      seller: { uid: seller.uid, displayName: 'Vendedora' },
    });
    expect((await rig.call(admin, 'GET', at(randomUUID()))).json().code).toBe('refund_not_found');
    expect((await rig.call(seller, 'GET', at(id))).statusCode).toBe(403);
  });

  it('reads the refund of somebody who has gone', async () => {
    const gone = await rig.person('user', 'Foi Embora');
    const { id } = await failed({ buyer: gone, seller });
    await rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [gone.uid]);
    const { refund } = (await rig.call(admin, 'GET', at(id))).json();
    expect(refund.buyer).toMatchObject({ displayName: 'Usuário removido', badges: [] });
  });

  it.each(['retry', 'settle'])('gives a reason and knows what it decides: %s', async (action) => {
    const { id } = await failed();
    const empty = await rig.call(admin, 'POST', at(id, `/${action}`), { reason: '  ' });
    expect(empty.statusCode).toBe(400);
    const other = await rig.call(admin, 'POST', at(randomUUID(), `/${action}`), { reason: 'Sim' });
    expect(other.json().code).toBe('refund_not_found');
    expect(await logOf(id)).toEqual([]);
  });

  it.each(['buyer', 'seller'] as const)('decides nothing of an order as its %s', async (side) => {
    const { id } = await failed({ buyer, seller, [side]: colleague });
    for (const act of [retry, settle]) {
      expect((await act(colleague, id)).json().code).toBe('forbidden');
    }
    expect((await rig.call(admin, 'GET', at(id))).json().refund.status).toBe('failed');
    expect(await logOf(id)).toEqual([]);
    expect((await settle(admin, id)).statusCode).toBe(200);
  });
});

describe('a retry', () => {
  it('asks anew where the provider keeps the first try as failed', async () => {
    const { id, paymentId } = await failed();
    const response = await retry(admin, id);
    expect(response.json().refund.status).toBe('pending');
    await rig.jobs.runUntilIdle();
    expect(await statusOf(paymentId)).toBe('succeeded');
    expect(Object.keys(rig.provider.refundsOf(paymentId))).toEqual([id, `${id}-1`]);
    expect(await logOf(id)).toEqual([
      { actor_id: admin.uid, action: 'retry', reason: 'O provedor voltou.' },
    ]);
    await rig.deliver(paymentId);
    expect((await rig.orderOf(paymentId)).amountRefunded).toBe(4990);
    expect((await retry(admin, id)).json().code).toBe('refund_decided');
    expect((await settle(admin, id)).json().code).toBe('refund_decided');
  });

  it('asks under the same key where nobody knows what became of the first try', async () => {
    const { id, paymentId } = await unheard();
    // The call had arrived, its answer had not.
    const facts = { orderId: paymentId, providerPaymentId: `pay_${paymentId}`, amount: 4990 };
    await rig.provider.refund({ ...facts, idempotencyKey: id });
    await retry(admin, id);
    await rig.jobs.runUntilIdle();
    expect(await statusOf(paymentId)).toBe('succeeded');
    expect(rig.provider.refundsOf(paymentId)).toEqual({ [id]: 4990 });
  });

  it('is patient for days again, and may fail again', async () => {
    const { id, paymentId } = await unheard();
    rig.provider.down = true;
    await retry(admin, id);
    await expect(sendRefund(rig.deps)(id)).rejects.toThrow('could not be sent');
    expect(await statusOf(paymentId)).toBe('pending');
    Object.assign(rig.provider, { down: false, refundsAre: 'failed' });
    await sendRefund(rig.deps)(id);
    expect(await statusOf(paymentId)).toBe('failed');
    rig.provider.refundsAre = 'succeeded';
    expect((await retry(colleague, id)).statusCode).toBe(200);
    await rig.jobs.runUntilIdle();
    expect(await statusOf(paymentId)).toBe('succeeded');
    expect(await logOf(id)).toHaveLength(2);
  });

  it('is not ended by what was answered to an earlier try', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    rig.provider.refundsAre = 'failed';
    const order = await rig.order('awaiting_start', { buyer, seller });
    await refundOrder(rig.deps)(seller, order.id);
    const { id } = await only(order.id, 'pending');
    const { refund: before } = rig.provider.calls;
    rig.provider.pause = () => answered;
    const slow = sendRefund(rig.deps)(id);
    await expect.poll(() => rig.provider.calls.refund).toBe(before + 1);
    rig.provider.pause = async () => {};
    await sendRefund(rig.deps)(id);
    expect(await statusOf(order.id)).toBe('failed');
    await retry(admin, id);
    answer();
    await slow;
    expect(await statusOf(order.id)).toBe('pending');
    rig.provider.refundsAre = 'succeeded';
    await rig.jobs.runUntilIdle();
    expect(await statusOf(order.id)).toBe('succeeded');
  });
});

describe('a refund that was paid by another way', () => {
  it('leaves ledger and the provider’s word as they are, and is never sent again', async () => {
    const { id, paymentId } = await failed();
    const before = await money(paymentId);
    const response = await settle(admin, id);
    expect(response.json().refund.status).toBe('succeeded');
    expect(await money(paymentId)).toEqual(before);
    expect(before).toMatchObject({ amountRefunded: 0, serviceStatus: 'refunded' });
    const calls = rig.provider.calls.refund;
    await rig.deps.enqueue(rig.database.db, 'orders.sweep', {});
    await rig.jobs.runUntilIdle();
    await rig.deliver(paymentId);
    await rig.jobs.runUntilIdle();
    expect(rig.provider.calls.refund).toBe(calls);
    await rig.refundsOf(paymentId).then((rows) => expect(rows).toHaveLength(1));
    await assertLedgerMatchesOrders(rig.pool);
    expect(await logOf(id)).toEqual([
      { actor_id: admin.uid, action: 'settle', reason: 'Pago por Pix.' },
    ]);
  });

  it('is told to people when the provider gives the same money back after all', async () => {
    const { id, paymentId } = await failed();
    await settle(admin, id);
    rig.provider.takeBack(paymentId);
    await rig.deliver(paymentId);
    expect(rig.warnings).toMatchObject([{ fields: { payment: paymentId, amountRefunded: 4990 } }]);
    expect(await rig.refundsOf(paymentId)).toHaveLength(1);
  });

  it('holds no other refund of its order back', async () => {
    const { id, paymentId } = await failed();
    await settle(admin, id);
    // Paid a second time: that goes back by the provider, under way at first.
    rig.provider.refundsAre = 'pending';
    rig.provider.pay(paymentId, 9980);
    await rig.deliver(paymentId);
    await rig.jobs.runUntilIdle();
    expect(await rig.refundsOf(paymentId)).toMatchObject([
      { status: 'succeeded' },
      { status: 'pending', amount: 4990 },
    ]);
    rig.provider.finishRefunds();
    await rig.deliver(paymentId);
    expect((await rig.refundsOf(paymentId)).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  it('cannot be one that is still on its way', async () => {
    rig.provider.refundsAre = 'pending';
    const order = await rig.order('awaiting_start', { buyer, seller });
    await refundOrder(rig.deps)(seller, order.id);
    await rig.jobs.runUntilIdle();
    const { id } = await only(order.id, 'pending');
    for (const act of [retry, settle]) {
      const response = await act(admin, id);
      expect([response.statusCode, response.json().code]).toEqual([409, 'refund_decided']);
    }
    rig.provider.finishRefunds();
    await rig.deliver(order.id);
  });
});

describe('of several who decide at once', () => {
  it.each([
    ['retries', [retry, retry, retry, retry]],
    ['settlements', [settle, settle, settle, settle]],
    ['both', [retry, settle, retry, settle]],
  ])('one does: %s', async (_, acts) => {
    const { id, paymentId } = await failed();
    const answers = await Promise.all(
      acts.map((act, n) => act(n % 2 === 0 ? admin : colleague, id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await logOf(id)).toHaveLength(1);
    await rig.jobs.runUntilIdle();
    expect(await statusOf(paymentId)).toBe('succeeded');
    expect((await rig.orderOf(paymentId)).amountRefunded).toBeLessThanOrEqual(4990);
  });
});

it('is no more for who of the team is suspended meanwhile', async () => {
  const [{ id }, leaving] = [await failed(), await rig.person('admin')];
  const order = await rig.order('in_progress', { buyer, seller });
  const asks = [
    [403, 'forbidden', () => retry(leaving, id)],
    [403, 'forbidden', () => settle(leaving, id)],
    [404, 'order_not_found', () => rig.call(leaving, 'POST', `/api/payments/${order.id}/refund`)],
  ] as const;
  for (const [status, code, ask] of asks) {
    const answer = await suspendedMeanwhile(rig.pool, leaving.uid, ask);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    await rig.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [leaving.uid]);
  }
  expect(await logOf(id)).toEqual([]);
  expect((await rig.orderOf(order.id)).serviceStatus).toBe('in_progress');
});
