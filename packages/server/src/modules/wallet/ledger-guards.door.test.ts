import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerBalanced } from '../../../test/ledger.ts';
import { pixKey, type WalletRig, walletRig } from '../../../test/wallet-rig.ts';
import { checkLedger, type LedgerRule, postRefund, postWithdrawal } from './index.ts';

let rig: WalletRig;
let seller: string;
let paymentId: string;

beforeAll(async () => {
  rig = await walletRig();
});

beforeEach(async () => {
  seller = await rig.seller(9000);
  paymentId = await rig.sell({ seller, price: 5000, status: 'awaiting_start' });
});

afterAll(() => rig.close());

type Leg = readonly [account: string, amount: number, owner?: string];

/** Writes a movement past every rule of the program, in one transaction. */
async function write(
  { kind = 'refund', of = paymentId }: { kind?: string; of?: string | null },
  ...legs: Leg[]
) {
  const client = await rig.pool.connect();
  try {
    await client.query('BEGIN');
    const id = randomUUID();
    await client.query(
      'INSERT INTO ledger_transactions (id, kind, payment_id) VALUES ($1, $2, $3)',
      [id, kind, of],
    );
    for (const [account, amount, owner = seller] of legs) {
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
  it('refuses what does not sum to zero, or holds nothing', async () => {
    const legs: Leg[] = [
      ['held', -5000],
      ['buyer', 4999, rig.buyer],
    ];
    await expect(write({}, ...legs)).rejects.toThrow(/does not balance/);
    await expect(write({})).rejects.toThrow(/moves nothing/);
    await assertLedgerBalanced(rig.pool);
  });

  it.each([
    ['held', 'seller', 5001],
    ['seller', 'paid_out', 9001],
    ['withdrawing', 'paid_out', 1],
    ['platform', 'paid_out', 1001],
  ])('lets no %s account fall below zero', async (from, to, amount) => {
    await expect(write({}, [from, -amount], [to, amount])).rejects.toThrow(/balance_check/);
    // Nor for a moment: what comes in later in the same transaction is too late.
    const late: Leg[] = [
      [from, -amount],
      [from, amount],
    ];
    await expect(write({}, ...late)).rejects.toThrow(/balance_check/);
    await assertLedgerBalanced(rig.pool);
  });

  it('refuses a movement of nothing known, or of the wrong cause', async () => {
    const legs: Leg[] = [
      ['held', -1],
      ['seller', 1],
    ];
    await expect(write({ kind: 'gift' }, ...legs)).rejects.toThrow(/kind_check/);
    await expect(write({ of: null }, ...legs)).rejects.toThrow(/kind_check/);
    await expect(write({ kind: 'withdrawal' }, ...legs)).rejects.toThrow(/kind_check/);
    await expect(write({}, ['pocket', -1], ['seller', 1])).rejects.toThrow(/account_check/);
  });

  it.each([
    'UPDATE ledger_entries SET amount = amount * 2',
    'UPDATE ledger_transactions SET created_at = now()',
    'DELETE FROM ledger_entries',
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_entries',
    'TRUNCATE ledger_transactions CASCADE',
    'TRUNCATE users CASCADE',
  ])('rewrites nothing: %s', async (statement) => {
    await expect(rig.pool.query(statement)).rejects.toThrow(/append-only/);
  });

  it.each([
    'UPDATE ledger_balances SET balance = balance + 1',
    'DELETE FROM ledger_balances',
    `INSERT INTO ledger_balances SELECT uid, 'held', 1 FROM users`,
  ])('lets balances change with the ledger alone: %s', async (statement) => {
    await expect(rig.pool.query(statement)).rejects.toThrow(/follow the ledger/);
    await expect(rig.pool.query('TRUNCATE ledger_balances')).rejects.toThrow(/append-only/);
  });

  it('takes the time of an entry from its transaction, whatever it is told', async () => {
    const id = await write({}, ['held', -5000], ['buyer', 5000, rig.buyer]);
    await rig.pool.query(`UPDATE payments SET service_status = 'refunded' WHERE id = $1`, [
      paymentId,
    ]);
    const { rows } = await rig.pool.query(
      `SELECT bool_and(e.created_at = t.created_at) AS same FROM ledger_entries e
       JOIN ledger_transactions t ON t.id = e.transaction_id WHERE t.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

describe('many at once', () => {
  it('never wait for each other in a circle', async () => {
    const sellers = await Promise.all(Array.from({ length: 4 }, () => rig.seller(90_000)));
    const before = await deadlocks(rig.pool);
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const who = sellers[n % 4] as string;
        if (n % 3 === 0) return rig.sell({ seller: who, price: 100, status: 'complete' });
        if (n % 3 === 1) return rig.sell({ seller: who, price: 100, status: 'refunded' });
        return rig.as(who).wallet.requestWithdrawal({ body: { amount: '1.00', pixKey } });
      }),
    );
    expect(await deadlocks(rig.pool)).toBe(before);
    await assertLedgerBalanced(rig.pool);
  });

  const deadlocks = async (pool: pg.Pool) => {
    await pool.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await pool.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.deadlocks;
  };
});

describe('the check', () => {
  /** Writes with every guard down, tells what the check then finds, and takes it all back. */
  async function tampered(...statements: string[]) {
    const found: LedgerRule[] = [];
    const ids: string[] = [];
    await rig.database
      .transaction(async (tx) => {
        await tx.execute("SET LOCAL session_replication_role = 'replica'");
        for (const statement of statements) await tx.execute(statement);
        const { broken, total } = await checkLedger(tx);
        if (total !== 0) found.push('sum');
        for (const each of broken) {
          found.push(each.rule);
          ids.push(...each.ids);
        }
        throw new Error('only tried out');
      })
      .catch((error: Error) => expect(error.message).toBe('only tried out'));
    return { found: [...new Set(found)], ids };
  }

  const transactionOf = async (id: string, kind: string) =>
    (
      await rig.pool.query(
        'SELECT id FROM ledger_transactions WHERE $1 IN (payment_id, withdrawal_id) AND kind = $2',
        [id, kind],
      )
    ).rows[0].id as string;

  it('finds a sound ledger sound, and counts it', async () => {
    const { counts, total, broken } = await checkLedger(rig.database.db);
    expect({ total, broken }).toEqual({ total: 0, broken: [] });
    const { rows } = await rig.pool.query('SELECT count(*)::integer AS n FROM ledger_entries');
    expect(counts.entries).toBe(rows[0].n);
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(0);
  });

  it('finds money that was made', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const { found, ids } = await tampered(
      `UPDATE ledger_entries SET amount = amount + 1 WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toEqual(['sum', 'balance', 'order']);
    expect(ids).toEqual([id, `${seller}/held`, paymentId]);
  });

  it('finds a transaction that holds nothing', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const { found } = await tampered(`DELETE FROM ledger_entries WHERE transaction_id = '${id}'`);
    expect(found).toEqual(['sum', 'shape', 'balance', 'order']);
  });

  it('finds a balance that is not the sum of its entries', async () => {
    for (const statement of [
      `UPDATE ledger_balances SET balance = balance - 1 WHERE owner_id = '${seller}' AND account = 'seller'`,
      `DELETE FROM ledger_balances WHERE owner_id = '${seller}' AND account = 'seller'`,
      `INSERT INTO ledger_balances VALUES ('${rig.buyer}', 'seller', 1)`,
    ]) {
      expect((await tampered(statement)).found).toEqual(['balance']);
    }
  });

  it('finds money in another’s account', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const other = await rig.person();
    const { found } = await tampered(
      `UPDATE ledger_entries SET owner_id = '${other}' WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toEqual(['balance', 'order']);
  });

  it('finds an account below zero', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const { found, ids } = await tampered(
      `UPDATE ledger_entries SET account = 'paid_out', amount = -amount
         WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toContain('overdrawn');
    expect(ids).toContain(`${seller}/paid_out`);
  });

  it('finds a movement that goes another way than its kind', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const { found, ids } = await tampered(
      `UPDATE ledger_entries SET account = 'seller' WHERE transaction_id = '${id}' AND account = 'held'`,
    );
    expect(found).toContain('shape');
    expect(ids).toContain(id);
  });

  it('finds an entry of another time', async () => {
    const id = await transactionOf(paymentId, 'payment');
    const { found } = await tampered(
      `UPDATE ledger_entries SET created_at = now() WHERE transaction_id = '${id}'`,
    );
    expect(found).toEqual(['time']);
  });

  it.each(['awaiting_payment', 'complete', 'refunded', 'cancelled'])(
    'finds an order that is %s while its money is held',
    async (status) => {
      const { found, ids } = await tampered(
        `UPDATE payments SET service_status = '${status}' WHERE id = '${paymentId}'`,
      );
      expect({ found, ids }).toEqual({ found: ['order'], ids: [paymentId] });
    },
  );

  it('finds a withdrawal whose money is elsewhere', async () => {
    const body = { amount: '10.00', pixKey };
    const { withdrawal } = await rig.as(seller).wallet.requestWithdrawal({ body });
    const { id } = withdrawal;
    const decided = `decided_at = now(), decided_by = '${rig.buyer}'`;
    for (const change of [
      `status = 'settled', ${decided}`,
      `status = 'refused', reason = 'x', ${decided}`,
      'amount = 1001',
      `owner_id = '${rig.buyer}'`,
    ]) {
      const { found, ids } = await tampered(`UPDATE withdrawals SET ${change} WHERE id = '${id}'`);
      expect({ found, ids }).toEqual({ found: ['withdrawal'], ids: [id] });
    }
  });

  it('sees nothing wrong in what failed half way', async () => {
    const broke = rig.database.transaction(async (tx) => {
      const sale = { paymentId, buyerId: rig.buyer, sellerId: seller, amount: 5000 };
      await postRefund(tx, rig.ids, sale);
      await postWithdrawal(tx, rig.ids, {
        withdrawalId: randomUUID(),
        ownerId: seller,
        amount: 100,
      });
    });
    await expect(broke).rejects.toThrow();
    expect(await checkLedger(rig.database.db)).toMatchObject({ total: 0, broken: [] });
  });
});
