import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { suspendDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';
import type { Person } from '../../../platform/actor.ts';
import { refundOrder } from './refund-order.ts';

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

describe('concurrent decisions', () => {
  it.each([
    ['retries', [retryRefund, retryRefund, retryRefund, retryRefund]],
    ['settlements', [settleRefund, settleRefund, settleRefund, settleRefund]],
    ['both', [retryRefund, settleRefund, retryRefund, settleRefund]],
  ])('have one winner: %s', async (_, decisions) => {
    const { id, orderId } = await createFailedRefund();
    const answers = await Promise.all(
      decisions.map((decide, n) => decide(n % 2 === 0 ? admin : otherAdmin, id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await readAuditLog(id)).toHaveLength(1);
    await fixture.jobs.runUntilIdle();
    expect(await statusOf(orderId)).toBe('succeeded');
    expect((await fixture.orderOf(orderId)).amountRefunded).toBeLessThanOrEqual(4990);
  });
});

it('is refused to an administrator who is suspended meanwhile', async () => {
  const [{ id }, suspendedAdmin] = [await createFailedRefund(), await fixture.person('admin')];
  const order = await fixture.order('in_progress', { buyer, seller });
  const refusedRequests = [
    [403, 'forbidden', () => retryRefund(suspendedAdmin, id)],
    [403, 'forbidden', () => settleRefund(suspendedAdmin, id)],
    [
      404,
      'order_not_found',
      async () => {
        const url = `/api/payments/${order.id}/refund`;
        return fixture.callConfirmed(suspendedAdmin, 'admin_money', url);
      },
    ],
  ] as const;
  for (const [status, code, sendRequest] of refusedRequests) {
    const answer = await suspendDuringRequest(fixture.pool, suspendedAdmin.uid, sendRequest);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    await fixture.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [
      suspendedAdmin.uid,
    ]);
  }
  expect(await readAuditLog(id)).toEqual([]);
  expect((await fixture.orderOf(order.id)).serviceStatus).toBe('in_progress');
});
