import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  createChargebackSteps,
  type WalletSums,
} from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { seed } from '../../../../test/seed.ts';
import type { Person } from '../../../platform/actor.ts';
import { endClearing } from '../lifecycle/end-clearing.ts';

/** Number of random operations; `CHARGEBACK_OPS` sets another number, such as 1,000, which takes a minute. */
const OPERATION_COUNT = Number(process.env['CHARGEBACK_OPS'] ?? 400);
const SELLER_COUNT = 3;
/** Number of operations that run at the same time. */
const CONCURRENT_OPERATIONS = 4;

const operationArbitrary = fc.record({
  act: fc.oneof(
    ...(
      [
        ['sell', 6],
        ['sell unfinished', 3],
        ['complete', 3],
        ['release', 4],
        ['charge back', 6],
        ['charge back a part', 3],
        ['lose', 3],
        ['win', 5],
        ['refund', 2],
        ['withdraw', 5],
        ['settle', 3],
        ['refuse', 3],
      ] as const
    ).map(([act, weight]) => ({ arbitrary: fc.constant(act), weight })),
  ),
  seller: fc.nat(SELLER_COUNT - 1),
  amount: fc.integer({ min: 101, max: 20_000 }),
  /** Index of the seller's order or withdrawal, counted from the newest. */
  which: fc.nat(8),
});
type RandomOperation = typeof operationArbitrary extends fc.Arbitrary<infer T> ? T : never;

interface Seller {
  readonly person: Person;
  readonly steps: ReturnType<typeof createChargebackSteps>;
  readonly orderIds: string[];
  readonly withdrawalIds: string[];
}

let fixture: OrdersFixture;
let buyer: Person;
let admin: Person;
const sellers: Seller[] = [];
beforeAll(async () => {
  fixture = await createOrdersFixture({ clearingHoursConfirmed: 24 });
  buyer = await fixture.person();
  admin = await fixture.person('admin');
  for (let n = 0; n < SELLER_COUNT; n += 1) {
    const person = await fixture.person();
    const steps = createChargebackSteps(fixture, { buyer, seller: person });
    sellers.push({ person, steps, orderIds: [], withdrawalIds: [] });
  }
});
afterAll(() => fixture.close());

async function completeByBuyer(orderId: string) {
  const answer = await fixture.complete(orderId, buyer);
  await fixture.passClearing(orderId);
  return answer.statusCode === 200;
}

/**
 * Operations on one of the seller's orders. Each returns the status of its response, or whether it changed something.
 */
const orderOperations: Partial<
  Record<RandomOperation['act'], (seller: Seller, id: string, amount: number) => Promise<unknown>>
> = {
  complete: (_seller, id) => completeByBuyer(id),
  release: (_seller, id) => endClearing(fixture.deps)(id),
  'charge back': ({ steps }, id) => steps.changeChargeback(id),
  'charge back a part': ({ steps }, id, amount) =>
    steps.changeChargeback(id, { id: `part-${amount % 3}`, amount }),
  lose: ({ steps }, id) => steps.changeChargeback(id, { status: 'lost' }),
  win: ({ steps }, id, amount) =>
    steps.changeChargeback(id, {
      status: 'won',
      ...(amount % 2 ? {} : { id: `part-${amount % 3}` }),
    }),
  refund: ({ person }, id) => fixture.call(person, 'POST', `/api/payments/${id}/refund`),
};

async function runOperation({
  act,
  seller: sellerIndex,
  amount,
  which,
}: RandomOperation): Promise<void> {
  const seller = sellers[sellerIndex] as Seller;
  const { steps, orderIds, withdrawalIds } = seller;
  const orderId = orderIds[which];
  const withdrawalId = withdrawalIds[which];
  const operation = orderOperations[act];
  if (operation) {
    if (orderId !== undefined) await operation(seller, orderId, amount);
  } else if (act === 'sell') {
    // If `amount` is odd, the seller can withdraw the money at once; if even, only after the operation `release`.
    const { id } = await steps.sell(amount, amount % 2 ? 'complete' : 'in_progress');
    if (amount % 2 === 0) await completeByBuyer(id);
    orderIds.unshift(id);
  } else if (act === 'sell unfinished') {
    const status = amount % 2 ? 'in_progress' : 'awaiting_start';
    orderIds.unshift((await steps.sell(amount, status)).id);
  } else if (act === 'withdraw') {
    const withdrawResponse = await steps.withdraw((amount / 100).toFixed(2));
    if (withdrawResponse.statusCode === 201)
      withdrawalIds.unshift(withdrawResponse.json().withdrawal.id);
  } else if (withdrawalId !== undefined && (act === 'settle' || act === 'refuse')) {
    await steps.decide(admin, withdrawalId, act);
  }
}

const toCentavos = (text: string) => Math.round(Number(text) * 100);

/** Expects what must hold for every wallet: no amount is negative, and no money is available while there is a debt. */
async function expectSoundWallet({ steps }: Seller): Promise<void> {
  const { available, debt, held, clearing }: WalletSums = await steps.readSums();
  expect(Math.min(toCentavos(available), toCentavos(debt))).toBe(0);
  for (const text of [available, debt, held, clearing])
    expect(toCentavos(text)).toBeGreaterThanOrEqual(0);
}

it(
  `stays sound through ${OPERATION_COUNT} random operations (TEST_SEED=${seed})`,
  async () => {
    const waitingOperations = fc.sample(operationArbitrary, { numRuns: OPERATION_COUNT, seed });
    while (waitingOperations.length > 0) {
      await Promise.all(waitingOperations.splice(-CONCURRENT_OPERATIONS).map(runOperation));
      await assertLedgerMatchesOrders(fixture.pool);
      await Promise.all(sellers.map(expectSoundWallet));
    }
    // Once all refunds are sent, the provider's amounts match the ledger.
    await fixture.jobs.runUntilIdle();
    const { rows } = await fixture.pool.query<{ happened: string }>(
      `SELECT DISTINCT kind AS happened FROM ledger_transactions ORDER BY kind`,
    );
    expect(rows.map(({ happened }) => happened)).toEqual(
      expect.arrayContaining(['chargeback', 'chargeback_won', 'debt_payment', 'payout', 'release']),
    );
  },
  300_000 + OPERATION_COUNT * 100,
);
