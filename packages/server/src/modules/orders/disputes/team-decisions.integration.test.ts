import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import { suspendDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';
import type { Person } from '../../../platform/actor.ts';
import { notifyOverdueDispute } from './dispute-deadlines.ts';

const contestAnswer = { accept: false, message: 'Atendi por duas horas.' };

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

/** Creates an order that is in progress, or completed and in its clearing time, and opens a dispute about the order. */
async function createDisputedOrder(
  startState: 'progress' | 'clearing',
  price = 4990,
): Promise<string> {
  const buildOrder =
    startState === 'progress' ? fixture.buildOrderInProgress : fixture.buildCompletedOrder;
  const id = await buildOrder(price);
  expect((await fixture.open(id)).statusCode).toBe(201);
  return id;
}

describe('the decision of the team', () => {
  it.each([
    { outcome: 'withdrawn' },
    { outcome: 'partly_refunded' },
    { outcome: 'partly_refunded', refundAmount: '0' },
    { outcome: 'partly_refunded', refundAmount: '49.90' },
    { outcome: 'released', refundAmount: '1.00' },
    { outcome: 'refunded', refundAmount: '1.00' },
    { outcome: 'released', reason: ' ' },
  ])('is refused with %j', async (body) => {
    const id = await createDisputedOrder('progress');
    expect((await fixture.decide(id, body)).statusCode).toBe(400);
    expect(await fixture.paymentOf(id)).toMatchObject({ dispute: { state: 'open' } });
  });

  it('is refused with the path of an amount that is not below the price', async () => {
    const id = await createDisputedOrder('progress');
    const body = { outcome: 'partly_refunded', refundAmount: '49.90' };
    const message = errors.refund_too_high.text;
    expect((await fixture.decide(id, body)).json()).toMatchObject({
      error: message,
      code: 'refund_too_high',
      issues: [{ path: 'refundAmount', message }],
    });
  });

  it('is not for the seller who is in the team', async () => {
    const seller = await fixture.person('admin');
    const { buyer } = fixture;
    const { id } = await fixture.order('in_progress', { buyer, seller });
    await fixture.open(id);
    expect((await fixture.decide(id, { outcome: 'released' }, seller)).statusCode).toBe(403);
  });

  it('records the first reading by an administrator who is neither buyer nor seller', async () => {
    const seller = await fixture.person('admin');
    const { buyer } = fixture;
    const { id: orderId } = await fixture.order('in_progress', { buyer, seller });
    const { dispute } = (await fixture.open(orderId)).json();
    const isViewed = async () => {
      const { rows } = await fixture.pool.query(
        'SELECT viewed_at IS NOT NULL AS viewed FROM disputes WHERE id = $1',
        [dispute.id],
      );
      return rows[0].viewed;
    };
    const readAs = (person: Person) =>
      fixture.call(person, 'GET', `/api/admin/disputes/${dispute.id}`);
    expect((await readAs(seller)).statusCode).toBe(200);
    expect(await isViewed()).toBe(false);
    expect((await readAs(fixture.admin)).statusCode).toBe(200);
    expect(await isViewed()).toBe(true);
  });

  it('is not for an administrator who is suspended meanwhile', async () => {
    const id = await createDisputedOrder('clearing');
    const leavingAdmin = await fixture.person('admin');
    const confirmation = await fixture.confirm(leavingAdmin, 'admin_money');
    const answer = await suspendDuringRequest(fixture.pool, leavingAdmin.uid, () =>
      fixture.decide(id, { outcome: 'released' }, leavingAdmin, confirmation),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    expect(await fixture.paymentOf(id)).toMatchObject({ dispute: { state: 'open' } });
    expect(await fixture.walletOf()).toMatchObject({ available: '0.00', clearing: '44.91' });
  });

  it('is written to the audit log', async () => {
    const id = await createDisputedOrder('clearing');
    await fixture.decide(id, { outcome: 'released' });
    const { rows } = await fixture.pool.query(
      'SELECT action, actor_id, reason FROM moderation_actions WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'dispute_released',
        actor_id: fixture.admin.uid,
        reason: 'As mensagens mostram isso.',
      },
    ]);
  });

  it('that is overdue is notified to buyer and seller, once', async () => {
    const id = await createDisputedOrder('progress');
    await fixture.answer(id, contestAnswer);
    await fixture.runJobsUntil(73);
    expect(await fixture.notificationsOf(id, 'dispute_overdue')).toEqual([]);
    await fixture.pass(id, 'decide_by');
    for (let n = 0; n < 3; n += 1) {
      await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
      await fixture.runJobsUntil(73);
    }
    expect(await fixture.notificationsOf(id, 'dispute_overdue')).toHaveLength(2);
  });

  it('is not reported as overdue after the dispute has ended', async () => {
    const id = await createDisputedOrder('progress');
    await fixture.decide(id, { outcome: 'released' });
    await fixture.pass(id, 'decide_by');
    await notifyOverdueDispute(fixture.deps)(id);
    expect(await fixture.notificationsOf(id, 'dispute_overdue')).toEqual([]);
  });
});
