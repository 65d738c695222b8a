import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerBalanced } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  createWalletFixture,
  createWithdrawalCalls,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { checkLedger, type LedgerRule, postRefund, postWithdrawal } from '../index.ts';

let fixture: WalletFixture;
let sellerUid: string;
let orderId: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
});

beforeEach(async () => {
  sellerUid = await fixture.buildSeller(9000);
  orderId = await fixture.sell({ seller: sellerUid, price: 5000, status: 'awaiting_start' });
});

afterAll(() => fixture.close());

type EntryDraft = readonly [account: string, amount: number, owner?: string];

/** Inserts a ledger transaction and its entries by plain SQL, without the checks of the program's own functions. */
async function writeTransaction(
  { kind = 'refund', paymentId = orderId }: { kind?: string; paymentId?: string | null },
  ...drafts: EntryDraft[]
) {
  const client = await fixture.pool.connect();
  try {
    await client.query('BEGIN');
    const id = randomUUID();
    await client.query(
      'INSERT INTO ledger_transactions (id, kind, payment_id) VALUES ($1, $2, $3)',
      [id, kind, paymentId],
    );
    for (const [account, amount, owner = sellerUid] of drafts) {
      await client.query(
        `INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount, created_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, '2001-01-01')`,
        [id, account, owner, amount],
      );
    }
    await client.query('COMMIT');
    return id;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

describe('the database itself', () => {
  it('refuses a transaction that does not sum to zero or has no entries', async () => {
    const drafts: EntryDraft[] = [
      ['held', -5000],
      ['buyer', 4999, fixture.buyer],
    ];
    await expect(writeTransaction({}, ...drafts)).rejects.toThrow(/does not balance/);
    await expect(writeTransaction({})).rejects.toThrow(/moves nothing/);
    await assertLedgerBalanced(fixture.pool);
  });

  it.each([
    ['held', 'seller', 5001],
    ['seller', 'paid_out', 9001],
    ['withdrawing', 'paid_out', 1],
    ['platform', 'paid_out', 1001],
  ])('lets no %s account fall below zero', async (from, to, amount) => {
    await expect(writeTransaction({}, [from, -amount], [to, amount])).rejects.toThrow(
      /balance_check/,
    );
    // The balance is checked after every statement, so a later entry of the same transaction cannot correct it.
    await expect(writeTransaction({}, [from, -amount], [from, amount])).rejects.toThrow(
      /balance_check/,
    );
    await assertLedgerBalanced(fixture.pool);
  });

  it('lets no debt rise above zero', () =>
    expect(writeTransaction({}, ['paid_out', -1], ['debt', 1])).rejects.toThrow(/balance_check/));

  it('refuses a movement of unknown kind or wrong origin', async () => {
    const drafts: EntryDraft[] = [
      ['held', -1],
      ['seller', 1],
    ];
    await expect(writeTransaction({ kind: 'gift' }, ...drafts)).rejects.toThrow(/kind_check/);
    await expect(writeTransaction({ paymentId: null }, ...drafts)).rejects.toThrow(/kind_check/);
    await expect(writeTransaction({ kind: 'withdrawal' }, ...drafts)).rejects.toThrow(/kind_check/);
    await expect(writeTransaction({}, ['pocket', -1], ['seller', 1])).rejects.toThrow(
      /account_check/,
    );
  });

  it.each([
    'UPDATE ledger_entries SET amount = amount * 2',
    'UPDATE ledger_transactions SET created_at = now()',
    'DELETE FROM ledger_entries',
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_entries',
    'TRUNCATE ledger_transactions CASCADE',
    'TRUNCATE users CASCADE',
  ])('refuses to rewrite entries: %s', async (statement) => {
    await expect(fixture.pool.query(statement)).rejects.toThrow(/append-only/);
  });

  it.each([
    'UPDATE ledger_balances SET balance = balance + 1',
    'DELETE FROM ledger_balances',
    `INSERT INTO ledger_balances SELECT uid, 'held', 1 FROM users`,
  ])('lets only the ledger change balances: %s', async (statement) => {
    await expect(fixture.pool.query(statement)).rejects.toThrow(/follow the ledger/);
    await expect(fixture.pool.query('TRUNCATE ledger_balances')).rejects.toThrow(/append-only/);
  });

  it('sets the time of an entry from its transaction', async () => {
    const id = await writeTransaction({}, ['held', -5000], ['buyer', 5000, fixture.buyer]);
    await fixture.pool.query(`UPDATE payments SET service_status = 'refunded' WHERE id = $1`, [
      orderId,
    ]);
    const { rows } = await fixture.pool.query(
      `SELECT bool_and(e.created_at = t.created_at) AS same FROM ledger_entries e
       JOIN ledger_transactions t ON t.id = e.transaction_id WHERE t.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

describe('concurrent postings', () => {
  it('never deadlock', async () => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => fixture.buildSeller(90_000)));
    const deadlockCountBefore = await countDeadlocks(fixture.pool);
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const sellerUid = sellers[n % 4] as string;
        if (n % 3 === 0) return fixture.sell({ seller: sellerUid, price: 100, status: 'complete' });
        if (n % 3 === 1) return fixture.sell({ seller: sellerUid, price: 100, status: 'refunded' });
        return createWithdrawalCalls(() => fixture).ask(sellerUid, '1.00');
      }),
    );
    expect(await countDeadlocks(fixture.pool)).toBe(deadlockCountBefore);
    await assertLedgerBalanced(fixture.pool);
  });

  const countDeadlocks = async (pool: pg.Pool) => {
    await pool.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await pool.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.deadlocks;
  };
});

describe('the check', () => {
  /** Writes with triggers disabled, returns the violations that the check finds, and rolls back. */
  async function tamper(...statements: string[]) {
    const violatedRules: LedgerRule[] = [];
    const ids: string[] = [];
    await fixture.database
      .transaction(async (tx) => {
        await tx.execute("SET LOCAL session_replication_role = 'replica'");
        for (const statement of statements) await tx.execute(statement);
        const { broken, total } = await checkLedger(tx);
        if (total !== 0) violatedRules.push('sum');
        for (const violation of broken) {
          violatedRules.push(violation.rule);
          ids.push(...violation.ids);
        }
        throw new Error('only tried out');
      })
      .catch((error: Error) => expect(error.message).toBe('only tried out'));
    return { found: [...new Set(violatedRules)], ids };
  }

  const transactionOf = async (id: string, kind: string) =>
    (
      await fixture.pool.query(
        'SELECT id FROM ledger_transactions WHERE $1 IN (payment_id, withdrawal_id) AND kind = $2',
        [id, kind],
      )
    ).rows[0].id as string;

  it('accepts a consistent ledger and counts it', async () => {
    const { counts, total, broken } = await checkLedger(fixture.database.db);
    expect({ total, broken }).toEqual({ total: 0, broken: [] });
    const { rows } = await fixture.pool.query('SELECT count(*)::integer AS n FROM ledger_entries');
    expect(counts.entries).toBe(rows[0].n);
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(0);
  });

  it('finds entries that do not sum to zero', async () => {
    const id = await transactionOf(orderId, 'payment');
    const { found, ids } = await tamper(
      `UPDATE ledger_entries SET amount = amount + 1 WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toEqual(['sum', 'balance', 'order']);
    expect(ids).toEqual([id, `${sellerUid}/held`, orderId]);
  });

  it('finds a transaction without entries', async () => {
    const id = await transactionOf(orderId, 'payment');
    const { found } = await tamper(`DELETE FROM ledger_entries WHERE transaction_id = '${id}'`);
    expect(found).toEqual(['sum', 'shape', 'balance', 'order']);
  });

  it('finds a balance that is not the sum of its entries', async () => {
    for (const statement of [
      `UPDATE ledger_balances SET balance = balance - 1 WHERE owner_id = '${sellerUid}' AND account = 'seller'`,
      `DELETE FROM ledger_balances WHERE owner_id = '${sellerUid}' AND account = 'seller'`,
      `INSERT INTO ledger_balances VALUES ('${fixture.buyer}', 'seller', 1)`,
    ]) {
      expect((await tamper(statement)).found).toEqual(['balance']);
    }
  });

  it('finds money in another person’s account', async () => {
    const id = await transactionOf(orderId, 'payment');
    const otherUid = await fixture.buildPerson();
    const { found } = await tamper(
      `UPDATE ledger_entries SET owner_id = '${otherUid}' WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toEqual(['balance', 'order']);
  });

  it('finds an account below zero', async () => {
    const id = await transactionOf(orderId, 'payment');
    const { found, ids } = await tamper(
      `UPDATE ledger_entries SET account = 'paid_out', amount = -amount
         WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toContain('overdrawn');
    expect(ids).toContain(`${sellerUid}/paid_out`);
  });

  it('finds a movement with the wrong accounts for its kind', async () => {
    const id = await transactionOf(orderId, 'payment');
    const { found, ids } = await tamper(
      `UPDATE ledger_entries SET account = 'seller' WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toContain('shape');
    expect(ids).toContain(id);
  });

  it('finds an entry whose time differs from its transaction', async () => {
    const id = await transactionOf(orderId, 'payment');
    const { found } = await tamper(
      `UPDATE ledger_entries SET created_at = now() WHERE transaction_id = '${id}'`,
    );
    expect(found).toEqual(['time']);
  });

  it.each(['awaiting_payment', 'complete', 'refunded', 'cancelled'])(
    'finds an order that is %s while its money is held',
    async (status) => {
      const { found, ids } = await tamper(
        `UPDATE payments SET service_status = '${status}' WHERE id = '${orderId}'`,
      );
      expect({ found, ids }).toEqual({ found: ['order'], ids: [orderId] });
    },
  );

  it('finds a withdrawal whose entries do not match its state', async () => {
    const { withdrawal } = await createWithdrawalCalls(() => fixture).ask(sellerUid, '10.00');
    const { id } = withdrawal;
    const decidedColumns = `decided_at = now(), decided_by = '${fixture.buyer}'`;
    for (const change of [
      `status = 'settled', ${decidedColumns}`,
      `status = 'refused', reason = 'x', ${decidedColumns}`,
      'amount = 1001',
      `owner_id = '${fixture.buyer}'`,
    ]) {
      const { found, ids } = await tamper(`UPDATE withdrawals SET ${change} WHERE id = '${id}'`);
      expect({ found, ids }).toEqual({ found: ['withdrawal'], ids: [id] });
    }
  });

  it('accepts what a failed transaction rolled back', async () => {
    const failedCompletion = fixture.database.transaction(async (tx) => {
      const sale = { orderId, buyerId: fixture.buyer, sellerId: sellerUid, amount: 5000 };
      await postRefund(tx, fixture.ids, sale);
      await postWithdrawal(tx, fixture.ids, {
        withdrawalId: randomUUID(),
        ownerId: sellerUid,
        amount: 100,
      });
    });
    await expect(failedCompletion).rejects.toThrow();
    expect(await checkLedger(fixture.database.db)).toMatchObject({ total: 0, broken: [] });
  });
});
