import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../fixtures/checks/ledger-checks.ts';
import { buildPaidOrder, buildService, buildUser } from '../../fixtures/data/builders.ts';
import {
  type EarlierDatabase,
  openEarlierDatabase,
} from '../../fixtures/server/earlier-database.ts';

let database: EarlierDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await openEarlierDatabase('0007');
  pool = database.pool;
});
afterAll(() => database.close());

type EntryDraft = readonly [account: string, owner: string | null, amount: number];

/** Inserts a ledger transaction as old versions of the program did, which had no balances and no withdrawals. */
async function insertMovement(
  kind: string,
  orderId: string,
  entries: readonly EntryDraft[],
  postedAt: string,
) {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query(
    `INSERT INTO ledger_transactions (id, kind, payment_id, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
    [kind, orderId, postedAt],
  );
  for (const [account, owner, amount] of entries) {
    await client.query(
      `INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount)
       VALUES (gen_random_uuid(), $1, $2, $3, $4)`,
      [rows[0].id, account, owner, amount],
    );
  }
  await client.query('COMMIT');
  client.release();
}

it('the migrations compute balances and withdrawals of an existing ledger', async () => {
  const [seller, buyer] = [await buildUser(pool), await buildUser(pool)];
  const people = { service: await buildService(pool, seller), seller, buyer };
  const sell = async (status: string) => {
    const id = await buildPaidOrder(pool, people, { service_status: status, price: 1000 });
    const paymentEntries: EntryDraft[] = [
      ['buyer', buyer, -1000],
      ['held', seller, 1000],
    ];
    await insertMovement('payment', id, paymentEntries, '2026-11-01T10:00:00Z');
    return id;
  };
  await sell('in_progress');
  const completionEntries: EntryDraft[] = [
    ['held', seller, -1000],
    ['seller', seller, 900],
    ['platform', null, 100],
  ];
  for (let n = 0; n < 2; n += 1) {
    await insertMovement(
      'completion',
      await sell('complete'),
      completionEntries,
      '2026-11-02T10:00:00Z',
    );
  }
  const refundEntries: EntryDraft[] = [
    ['held', seller, -1000],
    ['buyer', buyer, 1000],
  ];
  await insertMovement('refund', await sell('refunded'), refundEntries, '2026-11-03T10:00:00Z');
  await database.migrate();
  await assertLedgerMatchesOrders(pool);
  const { rows } = await pool.query(
    'SELECT owner_id, account, balance::integer FROM ledger_balances ORDER BY account',
  );
  expect(rows).toEqual([
    { owner_id: seller, account: 'held', balance: 1000 },
    { owner_id: seller, account: 'platform', balance: 200 },
    { owner_id: seller, account: 'seller', balance: 1800 },
  ]);
});
