import { formatDecimal } from '@guilda/contract/money/money';
import { scenarioAmounts } from '@guilda/sandboxes/payouts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../test/fixtures/data/seeded.ts';
import {
  createPayoutsFixture,
  type PayoutsFixture,
} from '../../../../test/fixtures/modules/money/payouts-fixture.ts';
import { seed } from '../../../../test/seed.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { PayoutProvider } from '../../../ports/payout-provider.ts';
import { type SendPayoutDeps, sendOrLookUpPayout } from './send-or-look-up-payout.ts';

/**
 * Points at which a worker can crash: around the call of the provider, and around the transaction that applies its
 * answer.
 */
const crashPoints = [
  'before the call',
  'after the call',
  'after the answer',
  'before the commit',
  'after the commit',
] as const;
type CrashPoint = (typeof crashPoints)[number];

const CRASH_COUNT = 200;
/** Number of withdrawals that are processed concurrently. */
const CONCURRENT_WITHDRAWALS = 8;

class SimulatedCrash extends Error {}

let fixture: PayoutsFixture;

beforeAll(async () => {
  fixture = await createPayoutsFixture();
});

afterAll(() => fixture.close());

const throwCrash = (): never => {
  throw new SimulatedCrash();
};

/** Creates a provider whose caller crashes before the call, or between call and answer. */
function createCrashingProvider(crashPoint: CrashPoint | null): PayoutProvider {
  const { provider } = fixture.sandbox;
  const crashAround = async <T>(call: () => Promise<T>): Promise<T> => {
    if (crashPoint === 'before the call') throwCrash();
    const answer = await call();
    return crashPoint === 'after the call' ? throwCrash() : answer;
  };
  return {
    ...provider,
    pay: (request) => crashAround(() => provider.pay(request)),
    lookup: (ref) => crashAround(() => provider.lookup(ref)),
  };
}

/** Creates a database whose client crashes before a transaction begins, before it commits, or after it. */
function createCrashingDatabase(crashPoint: CrashPoint | null): Database {
  const { database } = fixture.deps;
  return {
    ...database,
    transaction: async (work) => {
      if (crashPoint === 'after the answer') throwCrash();
      const transactionResult = await database.transaction(async (tx) => {
        const value = await work(tx);
        return crashPoint === 'before the commit' ? throwCrash() : value;
      });
      return crashPoint === 'after the commit' ? throwCrash() : transactionResult;
    },
  };
}

/** Runs the job of a withdrawal; true when the worker crashed. */
async function runPayoutJob(withdrawalId: string, crashPoint: CrashPoint | null): Promise<boolean> {
  const deps: SendPayoutDeps = {
    ...fixture.deps,
    database: createCrashingDatabase(crashPoint),
    payoutProvider: createCrashingProvider(crashPoint),
  };
  try {
    await sendOrLookUpPayout(deps)(withdrawalId);
    return false;
  } catch (error) {
    if (error instanceof SimulatedCrash) return true;
    throw error;
  }
}

/** Creates approved withdrawals of one seller that were not sent yet. */
async function approveWithdrawals(seller: string, count: number) {
  const scenarios = Object.keys(scenarioAmounts) as (keyof typeof scenarioAmounts)[];
  const approvedWithdrawals: {
    id: string;
    scenario: keyof typeof scenarioAmounts;
    amount: number;
  }[] = [];
  for (let n = 0; n < count; n += 1) {
    const scenario = scenarios[n % scenarios.length] ?? 'paid';
    const amount = scenarioAmounts[scenario];
    const { withdrawal } = await fixture.withdraw(seller, formatDecimal(amount));
    await fixture.settle(withdrawal.id);
    approvedWithdrawals.push({ id: withdrawal.id, scenario, amount });
  }
  return approvedWithdrawals;
}

/** Runs two workers for each withdrawal until enough of them have crashed; returns the number of crashes. */
async function crashWorkers(withdrawalIds: readonly string[]): Promise<number> {
  const nextRandom = createSeededRandom(seed);
  const pickCrashPoint = () => crashPoints[Math.floor(nextRandom() * crashPoints.length)] ?? null;
  let crashCount = 0;
  for (let round = 0; crashCount < CRASH_COUNT; round += 1) {
    expect(round, 'the workers do not die any more').toBeLessThan(50);
    for (let offset = 0; offset < withdrawalIds.length; offset += CONCURRENT_WITHDRAWALS) {
      const batch = withdrawalIds
        .slice(offset, offset + CONCURRENT_WITHDRAWALS)
        .flatMap((id) => [id, id]);
      const batchCrashPoints = batch.map(pickCrashPoint);
      const hasCrashed = await Promise.all(
        batch.map((id, n) => runPayoutJob(id, batchCrashPoints[n] ?? null)),
      );
      crashCount += hasCrashed.filter(Boolean).length;
    }
  }
  return crashCount;
}

it(`pays nothing twice and loses nothing in ${CRASH_COUNT} crashes of two workers at once`, async () => {
  const startBalance = 180_000;
  const seller = await fixture.buildSeller(startBalance);
  const approvedWithdrawals = await approveWithdrawals(seller, 48);
  // The jobs that the approvals enqueued are deleted, because `crashWorkers` runs the payouts itself.
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
  expect(await crashWorkers(approvedWithdrawals.map(({ id }) => id))).toBeGreaterThanOrEqual(
    CRASH_COUNT,
  );
  // Afterwards the scheduled job must resolve the payouts alone, before and after the banks have processed them.
  await fixture.ask();
  await fixture.finishTransfers();
  await fixture.ask();
  let paidAmount = 0;
  let waitingAmount = 0;
  for (const { id, scenario, amount } of approvedWithdrawals) {
    const payouts = await fixture.sandbox.payoutsOf(id);
    expect(payouts.length, `payouts of ${id}`).toBe(scenario === 'refused' ? 0 : 1);
    const hasArrived = payouts.some(({ status }) => status === 'processed');
    const { stored } = await fixture.read(id);
    if (scenario === 'refused') expect(['refused', 'sending']).toContain(stored);
    else expect(stored, `${id}, ${scenario}`).toBe(hasArrived ? 'settled' : 'refused');
    if (hasArrived) paidAmount += amount;
    if (stored === 'sending') waitingAmount += amount;
  }
  expect(await fixture.readAvailable(seller)).toEqual({
    available: formatDecimal(startBalance - paidAmount - waitingAmount),
    withdrawing: formatDecimal(waitingAmount),
  });
  // After a crashed call, a later refusal does not prove that nothing was sent, so the team must look at these
  // withdrawals.
  for (const { id } of approvedWithdrawals) await fixture.age(id, 2);
  await fixture.ask();
  const unclearRows = await fixture.pool.query(
    `SELECT coalesce(sum(amount), 0)::integer AS amount FROM withdrawals WHERE status = 'unclear'`,
  );
  expect(unclearRows.rows).toEqual([{ amount: waitingAmount }]);
});
