import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPayoutProfile } from '../../../../test/fixtures/data/payouts.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { pixKey } from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { endClearing } from './end-clearing.ts';

const HOUR_MS = 3_600_000;

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture({ clearingHours: 72, clearingHoursConfirmed: 24 });
  buyer = await fixture.person();
});
beforeEach(async () => {
  seller = await fixture.person();
  await buildPayoutProfile(fixture.pool, seller.uid);
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => fixture.close());

/** Creates an order that the given person has completed. */
async function createCompletedOrder(completingParty: 'seller' | 'buyer', price = 4990) {
  const order = await fixture.order('in_progress', { buyer, seller, price });
  const answer = await fixture.complete(order.id, completingParty === 'seller' ? seller : buyer);
  expect(answer.statusCode).toBe(200);
  return answer.json().payment as { id: string; heldUntil: string | null };
}

const requestWithdrawal = (amount: string) =>
  fixture.callConfirmed(seller, 'withdrawal', '/api/wallet/withdrawals', { amount, pixKey });

describe('the money of a completed order', () => {
  it.each([
    ['seller', 72],
    ['buyer', 24],
  ] as const)('completed by the %s clears for %i hours, less the fee', async (role, hours) => {
    const { id, heldUntil } = await createCompletedOrder(role);
    const remainingMs = new Date(heldUntil ?? 0).getTime() - Date.now();
    expect(remainingMs).toBeGreaterThan((hours - 0.1) * HOUR_MS);
    expect(remainingMs).toBeLessThanOrEqual(hours * HOUR_MS + 1_000);
    expect(await fixture.paymentOf(id, buyer)).toMatchObject({ heldUntil, refundedAmount: '0.00' });
    expect(await fixture.walletOf(seller)).toMatchObject({
      available: '0.00',
      clearing: '44.91',
      held: '0.00',
      fees: '4.99',
      entries: [
        { kind: 'fee', amount: '-4.99', heldUntil },
        { kind: 'sale', amount: '49.90', heldUntil },
      ],
    });
    const overviewAnswer = await fixture.call(seller, 'GET', '/api/sales/overview?days=7');
    expect(overviewAnswer.json()).toMatchObject({ completed: 1, incomeTotal: '44.91' });
    expect((await requestWithdrawal('1.00')).json()).toMatchObject({ code: 'balance_too_low' });
  });

  it('of a free order does not clear', async () => {
    expect((await createCompletedOrder('seller', 0)).heldUntil).toBeNull();
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '0.00', clearing: '0.00' });
  });

  it('becomes available when the time is over, by its own job', async () => {
    const { id } = await createCompletedOrder('seller');
    await fixture.passClearing(id);
    await fixture.jobs.runUntilIdle({ until: new Date(Date.now() + 73 * HOUR_MS) });
    expect(await fixture.paymentOf(id, seller)).toMatchObject({
      serviceStatus: 'complete',
      heldUntil: null,
    });
    expect(await fixture.walletOf(seller)).toMatchObject({
      available: '44.91',
      clearing: '0.00',
      entries: [
        { kind: 'fee', heldUntil: null },
        { kind: 'sale', heldUntil: null },
      ],
    });
    expect((await requestWithdrawal('44.91')).statusCode).toBe(201);
  });

  it('is not available before, and the job is scheduled again', async () => {
    const { id } = await createCompletedOrder('seller');
    // The clock of this worker is 73 hours ahead, but the database's clock decides.
    await fixture.jobs.runUntilIdle({ until: new Date(Date.now() + 73 * HOUR_MS) });
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '0.00', clearing: '44.91' });
    expect(await fixture.listWaitingJobs('orders.end_clearing')).toEqual([{ paymentId: id }]);
  });

  it('becomes available although its job was lost', async () => {
    const { id } = await createCompletedOrder('seller');
    await fixture.passClearing(id);
    await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
    await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
    await fixture.jobs.runUntilIdle();
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '44.91', clearing: '0.00' });
  });

  it('becomes available once of 30 concurrent ends', async () => {
    const { id } = await createCompletedOrder('seller');
    await fixture.passClearing(id);
    await Promise.all(Array.from({ length: 30 }, () => endClearing(fixture.deps)(id)));
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '44.91', clearing: '0.00' });
  });

  it('is withdrawn once, whether a withdrawal or the end of clearing is first', async () => {
    const { id } = await createCompletedOrder('seller');
    await fixture.passClearing(id);
    const attempts = await Promise.all([
      ...Array.from({ length: 5 }, () => requestWithdrawal('44.91')),
      endClearing(fixture.deps)(id),
      ...Array.from({ length: 5 }, () => requestWithdrawal('44.91')),
    ]);
    const grantedCount = attempts.filter((answer) => answer?.statusCode === 201).length;
    expect(grantedCount).toBeLessThanOrEqual(1);
    const available = grantedCount === 1 ? '0.00' : '44.91';
    expect(await fixture.walletOf(seller)).toMatchObject({ available, clearing: '0.00' });
  });
});

describe('money that the provider takes back while it clears', () => {
  const completedSalesOf = async (uid: string) =>
    (await fixture.pool.query('SELECT completed_sales AS n FROM users WHERE uid = $1', [uid]))
      .rows[0].n;

  it('is taken from clearing and from the fee, and ends the order', async () => {
    const { id } = await createCompletedOrder('seller');
    expect(await completedSalesOf(seller.uid)).toBe(1);
    await fixture.takeBack(id);
    expect(await fixture.paymentOf(id, buyer)).toMatchObject({
      serviceStatus: 'refunded',
      heldUntil: null,
      refundedAmount: '49.90',
    });
    expect(await fixture.walletOf(seller)).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      held: '0.00',
      fees: '0.00',
    });
    expect(await fixture.refundsOf(id)).toEqual([]);
    expect(await completedSalesOf(seller.uid)).toBe(0);
    await endClearing(fixture.deps)(id);
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '0.00' });
  });

  it('stays with the seller once it is available, and is logged', async () => {
    const { id } = await createCompletedOrder('seller');
    await fixture.passClearing(id);
    await endClearing(fixture.deps)(id);
    await fixture.takeBack(id);
    expect(await fixture.paymentOf(id, seller)).toMatchObject({ serviceStatus: 'complete' });
    expect(await fixture.walletOf(seller)).toMatchObject({ available: '44.91' });
    expect(fixture.warnings.at(-1)?.message).toBe('money moved that does not settle its order');
  });

  it('or becomes available: one of the two wins', async () => {
    for (let n = 0; n < 10; n += 1) {
      seller = await fixture.person();
      await buildPayoutProfile(fixture.pool, seller.uid);
      const { id } = await createCompletedOrder('seller');
      await fixture.passClearing(id);
      await Promise.all([
        fixture.takeBack(id),
        endClearing(fixture.deps)(id),
        endClearing(fixture.deps)(id),
      ]);
      const { serviceStatus } = await fixture.paymentOf(id, seller);
      const available = serviceStatus === 'refunded' ? '0.00' : '44.91';
      expect(await fixture.walletOf(seller)).toMatchObject({
        available,
        clearing: '0.00',
        held: '0.00',
      });
    }
  });
});

describe('without clearing', () => {
  let fixtureWithoutClearing: OrdersFixture;
  beforeAll(async () => {
    fixtureWithoutClearing = await createOrdersFixture({
      clearingHours: 0,
      clearingHoursConfirmed: 24,
    });
  });
  afterAll(() => fixtureWithoutClearing.close());

  it('the money is available at once', async () => {
    const [someone, other] = [
      await fixtureWithoutClearing.person(),
      await fixtureWithoutClearing.person(),
    ];
    const order = await fixtureWithoutClearing.order('complete', { buyer: someone, seller: other });
    expect(order.heldUntil).toBeNull();
    expect((await fixtureWithoutClearing.call(other, 'GET', '/api/wallet')).json()).toMatchObject({
      available: '44.91',
      clearing: '0.00',
    });
  });
});
