import { randomUUID } from 'node:crypto';
import { splitPrice } from '@guilda/contract/money/split-price';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAuditEntry } from '../../../src/modules/moderation/index.ts';
import { endClearing } from '../../../src/modules/orders/lifecycle/end-clearing.ts';
import {
  checkLedger,
  postCompletion,
  postPayment,
  postRefund,
  postWithdrawal,
} from '../../../src/modules/wallet/index.ts';
import { decideWithdrawal } from '../../../src/modules/wallet/withdrawals/decide-withdrawal.ts';
import type { WithdrawalDecision } from '../../../src/modules/wallet/withdrawals/decision-step.ts';
import { requestWithdrawal } from '../../../src/modules/wallet/withdrawals/request-withdrawal.ts';
import type { Person } from '../../../src/platform/actor.ts';
import { createDatabase, type Database, type Db } from '../../../src/platform/database/pool.ts';
import { sql } from '../../../src/platform/database/query-builder.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';
import { systemClock as clock } from '../../../src/ports/clock.ts';
import { systemIds as ids } from '../../../src/ports/ids.ts';
import { buildService, buildUser } from '../../fixtures/data/builders.ts';
import {
  buildConfirmation,
  buildPayoutProfile,
  testEncryption,
} from '../../fixtures/data/payouts.ts';
import { manualPayoutDeps } from '../../fixtures/modules/money/by-hand.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';
import { seed } from '../../seed.ts';
import { expectedFailure, type LedgerFault, ledgerFaults, withFault } from './ledger-faults.ts';

/** Number of random operations; `LEDGER_OPS` sets another number, such as 10,000, which take a minute. */
const OPERATION_COUNT = Number(process.env['LEDGER_OPS'] ?? 4_000);
/** Number of operations that run at the same time. */
const WORKER_COUNT = 8;
/** Number of sellers among whom all operations are distributed. */
const SELLER_COUNT = 10;
const FEE_PERCENT = 10;

const actArbitraries = [
  { arbitrary: fc.constant('sale' as const), weight: 30 },
  { arbitrary: fc.constant('completion' as const), weight: 22 },
  { arbitrary: fc.constant('release' as const), weight: 22 },
  { arbitrary: fc.constant('refund' as const), weight: 8 },
  { arbitrary: fc.constant('second payment' as const), weight: 3 },
  { arbitrary: fc.constant('request' as const), weight: 18 },
  { arbitrary: fc.constant('rash request' as const), weight: 3 },
  { arbitrary: fc.constant('settle' as const), weight: 9 },
  { arbitrary: fc.constant('refuse' as const), weight: 7 },
];
const operationArbitrary = fc.record({
  act: fc.oneof(...actArbitraries),
  seller: fc.nat(SELLER_COUNT - 1),
  amount: fc.integer({ min: 100, max: 20_000 }),
  /** Index of the seller's order or withdrawal, counted from the newest. */
  which: fc.nat(12),
  fault: fc.oneof(
    { arbitrary: fc.constant(null), weight: 86 },
    { arbitrary: fc.constantFrom(...(Object.keys(ledgerFaults) as LedgerFault[])), weight: 12 },
    // Ends a random busy connection of the pool while the operation runs.
    { arbitrary: fc.constant('sabotage' as const), weight: 2 },
  ),
});
type RandomOperation = (typeof operationArbitrary extends fc.Arbitrary<infer T> ? T : never) &
  object;

let testDatabase: TestDatabase;
let database: Database;
/** Connections for the checks, and for cutting connections of `database`; these connections are never cut. */
let watchingDatabase: Database;
let admin: Person;
let buyer: string;
let sellerRecords: { uid: string; service: string; orders: string[]; withdrawals: string[] }[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { max: WORKER_COUNT, log: quietLog });
  const watcherUrl = `${testDatabase.url}?application_name=watcher`;
  watchingDatabase = createDatabase(watcherUrl, { max: 2, log: quietLog });
  const { pool } = watchingDatabase;
  buyer = await buildUser(pool);
  const uid = await buildUser(pool, { role: 'admin' });
  admin = { kind: 'person', uid, role: 'admin', sessionId: uid, adult: false, blocks: false };
  sellerRecords = [];
  for (let n = 0; n < SELLER_COUNT; n += 1) {
    const seller = await buildUser(pool);
    await buildPayoutProfile(pool, seller);
    const service = await buildService(pool, seller);
    sellerRecords.push({ uid: seller, service, orders: [], withdrawals: [] });
  }
});

afterAll(async () => {
  await database.close();
  await watchingDatabase.close();
  await testDatabase.drop();
});

/** Moves an order with held money to another state, and posts the ledger transaction of that transition. */
async function endOrder(
  tx: Db,
  id: string,
  status: 'complete' | 'refunded',
  clears = false,
): Promise<boolean> {
  const { rows } = await tx.execute<{ price: number; seller: string }>(sql`
    UPDATE payments SET service_status = ${status}, held_until = ${clears ? sql`now()` : null}
    WHERE id = ${id} AND service_status = 'in_progress' RETURNING price, seller_id AS seller`);
  const [order] = rows;
  if (!order) return false;
  const sale = { orderId: id, buyerId: buyer, sellerId: order.seller, amount: order.price };
  if (status === 'refunded') return postRefund(tx, ids, sale);
  return postCompletion(tx, ids, { ...sale, feePercent: FEE_PERCENT, clears });
}

type Seller = (typeof sellerRecords)[number];

/** Decides a withdrawal as an administrator who has just confirmed their identity, as money actions require. */
async function decideAsAdmin(
  db: Database,
  id: string,
  decision: WithdrawalDecision,
): Promise<boolean> {
  const deps = {
    ...{ database: db, clock, ids, recordAuditEntry: recordAuditEntry({ ids }) },
    ...{ dataEncryption: testEncryption, withdrawalTwoEyes: 200_000_000, ...manualPayoutDeps },
  };
  const { pool } = watchingDatabase;
  const confirmation = await buildConfirmation(pool, admin.sessionId, 'admin_money');
  return (await decideWithdrawal(deps)(admin, id, { decision, confirmation })).ok;
}

/** Executes each operation as the program does; returns whether it changed something. */
const applyByAct: Record<
  RandomOperation['act'],
  (db: Database, seller: Seller, operation: RandomOperation) => Promise<boolean>
> = {
  async sale(db, seller, { amount }) {
    const id = ids.uuid();
    await db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO payments (id, purchase_code, buyer_id, seller_id, service_id,
          product_name, type, price, photo_url, service_status, idempotency_key, expires_at)
        VALUES (${id}, ${id}, ${buyer}, ${seller.uid}, ${seller.service}, 'Aula', 'call', ${amount},
          '/a.svg', 'in_progress', ${id}, now())`);
      await postPayment(tx, ids, { orderId: id, buyerId: buyer, sellerId: seller.uid, amount });
    });
    seller.orders.unshift(id);
    return true;
  },
  /** Completes an order. For two of three orders, the seller gets the money only at the end of a clearing time. */
  async completion(db, seller, { which, amount }) {
    const id = seller.orders[which];
    return (
      id !== undefined && db.transaction((tx) => endOrder(tx, id, 'complete', amount % 3 !== 0))
    );
  },
  async release(db, seller, { which }) {
    const id = seller.orders[which];
    if (id === undefined) return false;
    await endClearing({ database: db, ids, enqueue: () => Promise.resolve() })(id);
    return true;
  },
  async refund(db, seller, { which }) {
    const id = seller.orders[which];
    return id !== undefined && db.transaction((tx) => endOrder(tx, id, 'refunded'));
  },
  async 'second payment'(db, seller, { which, amount }) {
    const orderId = seller.orders[which];
    if (orderId === undefined) return false;
    const sale = { orderId, buyerId: buyer, sellerId: seller.uid, amount };
    const isPosted = await db.transaction((tx) => postPayment(tx, ids, sale));
    expect(isPosted).toBe(false);
    return true;
  },
  async request(db, seller, { amount }) {
    const actor: Person = { ...admin, uid: seller.uid, role: 'user' };
    const pixKey = { kind: 'random' as const, key: randomUUID() };
    const confirmation = await buildConfirmation(
      watchingDatabase.pool,
      actor.sessionId,
      'withdrawal',
    );
    const withdrawalRequest = { amount, pixKey, idempotencyKey: '', confirmation };
    const deps = { database: db, ids, dataEncryption: testEncryption };
    const outcome = await requestWithdrawal(deps)(actor, withdrawalRequest);
    if (outcome.ok) seller.withdrawals.unshift(outcome.value.withdrawal.id);
    return outcome.ok;
  },
  /** Requests a withdrawal without checking the balance, as a faulty program would. */
  async 'rash request'(db, seller, { amount }) {
    const id = ids.uuid();
    await db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key)
        VALUES (${id}, ${seller.uid}, ${amount}, 'random', ${id})`);
      await postWithdrawal(tx, ids, { withdrawalId: id, ownerId: seller.uid, amount });
    });
    seller.withdrawals.unshift(id);
    return true;
  },
  async settle(db, seller, { which }) {
    const id = seller.withdrawals[which];
    if (id === undefined) return false;
    return decideAsAdmin(db, id, { status: 'settled' });
  },
  async refuse(db, seller, { which }) {
    const id = seller.withdrawals[which];
    if (id === undefined) return false;
    return decideAsAdmin(db, id, { status: 'refused', reason: 'Chave de outra pessoa.' });
  },
};

async function terminateConnections(): Promise<void> {
  await watchingDatabase.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'guilda' AND state <> 'idle'
    ORDER BY random() LIMIT 1`);
}

/** Promises of `terminateConnections`; the test awaits them at its end and fails when one rejects. */
const connectionCuts: Promise<void>[] = [];

/** Runs one operation; an error that no injected fault explains fails the test. */
async function runOperation(operation: RandomOperation): Promise<string> {
  const { act, fault, seller } = operation;
  const sellerRecord = sellerRecords[seller] as Seller;
  if (fault === 'sabotage') connectionCuts.push(terminateConnections());
  try {
    const hasChanged = await applyByAct[act](withFault(database, fault), sellerRecord, operation);
    return `${act}: ${hasChanged ? 'done' : 'refused'}`;
  } catch (error) {
    const reasons = [error, error instanceof Error ? error.cause : null].map(String).join();
    if (!isDatabaseUnavailable(error) && !expectedFailure.test(reasons)) throw error;
    return fault === null ? `${act}: cut off` : `fault: ${fault}`;
  }
}

const listLedgerViolations = () =>
  watchingDatabase.transaction(checkLedger, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

/** The expected balance of each seller, computed only from orders and withdrawals. */
async function expectedBalances(): Promise<Map<string, number>> {
  const { rows } = await watchingDatabase.pool.query<{
    uid: string;
    price: number;
    taken: boolean;
  }>(`
    SELECT seller_id AS uid, price, false AS taken FROM payments
      WHERE service_status = 'complete' AND held_until IS NULL
    UNION ALL SELECT owner_id, amount::integer, true FROM withdrawals WHERE status <> 'refused'`);
  const balances = new Map(sellerRecords.map(({ uid }) => [uid, 0]));
  for (const { uid, price, taken } of rows) {
    const change = taken ? -price : splitPrice(price, FEE_PERCENT).net;
    balances.set(uid, (balances.get(uid) ?? 0) + change);
  }
  return balances;
}

it(
  `the ledger stays correct through ${OPERATION_COUNT} random operations with faults (TEST_SEED=${seed})`,
  async () => {
    const operationsLeft = fc.sample(operationArbitrary, { numRuns: OPERATION_COUNT, seed });
    const outcomes = new Map<string, number>();
    const runWorker = async () => {
      for (let operation = operationsLeft.pop(); operation; operation = operationsLeft.pop()) {
        const outcome = await runOperation(operation);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        // The check must also pass during the operations.
        if (operationsLeft.length % 2_000 === 0)
          expect(await listLedgerViolations()).toMatchObject({ broken: [] });
      }
    };
    await Promise.all(Array.from({ length: WORKER_COUNT }, runWorker));
    await Promise.all(connectionCuts);
    expect(await listLedgerViolations()).toMatchObject({ total: 0, broken: [] });
    const { rows } = await watchingDatabase.pool.query<{ uid: string; balance: string }>(
      `SELECT owner_id AS uid, balance FROM ledger_balances WHERE account = 'seller'`,
    );
    const storedBalances = new Map(rows.map(({ uid, balance }) => [uid, Number(balance)]));
    expect(storedBalances).toEqual(await expectedBalances());
    // The test would prove nothing if most operations had been refused.
    const seenNames = [...outcomes.keys()];
    for (const { arbitrary } of actArbitraries) {
      expect(seenNames).toContain(`${fc.sample(arbitrary, 1)[0]}: done`);
    }
    for (const fault of Object.keys(ledgerFaults)) expect(seenNames).toContain(`fault: ${fault}`);
    expect(seenNames).toEqual(expect.arrayContaining(['request: refused', 'settle: refused']));
    if (process.env['LEDGER_OPS'])
      process.stderr.write(`${JSON.stringify([...outcomes].sort())}\n`);
  },
  300_000 + OPERATION_COUNT * 20,
);
