import type { Cursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, ne, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { authorColumns, users } from '../../users/index.ts';
import { ledgerBalances } from '../ledger/ledger-tables.ts';
import type { WithdrawalWithOwner } from './view.ts';
import { type WithdrawalRow, withdrawals } from './withdrawals-table.ts';

/** Locks a person's available balance until `tx` ends and returns it, in centavos. */
export async function lockAvailableBalance(tx: Db, uid: string): Promise<number> {
  const rows = await tx
    .select({ balance: ledgerBalances.balance })
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.ownerId, uid), eq(ledgerBalances.account, 'seller')))
    .for('update');
  return rows[0]?.balance ?? 0;
}

export async function findWithdrawalByIdempotencyKey(
  tx: Db,
  ownerId: string,
  idempotencyKey: string,
): Promise<WithdrawalRow | null> {
  const rows = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.ownerId, ownerId), eq(withdrawals.idempotencyKey, idempotencyKey)));
  return rows[0] ?? null;
}

export type NewWithdrawal = Pick<
  WithdrawalRow,
  'id' | 'ownerId' | 'amount' | 'pixKeyKind' | 'pixKey' | 'idempotencyKey'
>;

export async function insertWithdrawal(tx: Db, row: NewWithdrawal): Promise<WithdrawalRow> {
  const rows = await tx
    .insert(withdrawals)
    .values({ ...row, createdAt: sql`clock_timestamp()` })
    .returning();
  const [made] = rows;
  if (!made) throw new Error(`withdrawal ${row.id} vanished`);
  return made;
}

/** An administrator's decision about a withdrawal. */
export type WithdrawalDecision =
  | { readonly status: 'settled' }
  | { readonly status: 'refused'; readonly reason: string };

/** Condition: the owner of the withdrawal owes nothing after chargebacks. */
const ownerHasNoDebt = sql`NOT EXISTS (SELECT FROM ledger_balances b
  WHERE b.owner_id = ${withdrawals.ownerId} AND b.account = 'debt' AND b.balance < 0)`;

/**
 * Marks an open withdrawal as decided and returns it; null, and nothing changes, when it is decided already, or when it
 * would be settled while its owner has a debt.
 */
export async function markWithdrawalDecided(
  tx: Db,
  id: string,
  decision: WithdrawalDecision & { readonly decidedBy: string },
): Promise<WithdrawalRow | null> {
  const rows = await tx
    .update(withdrawals)
    .set({ ...decision, decidedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(withdrawals.id, id),
        eq(withdrawals.status, 'requested'),
        decision.status === 'settled' ? ownerHasNoDebt : undefined,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/**
 * Erases the Pix keys of a person's decided withdrawals. An open withdrawal keeps its key, because it is still to be
 * paid.
 */
export async function erasePixKeys(tx: Db, uid: string): Promise<void> {
  await tx
    .update(withdrawals)
    .set({ pixKey: null })
    .where(and(eq(withdrawals.ownerId, uid), ne(withdrawals.status, 'requested')));
}

/** Creation time in UTC with microseconds, as cursor key. */
const cursorKey = timeText(withdrawals.createdAt);
const sortPosition = sql`(${withdrawals.createdAt}, ${withdrawals.id})`;
const cursorPosition = ({ key, id }: Cursor) => sql`(${key}::timestamptz, ${id}::uuid)`;

interface WithdrawalPageQuery {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** A person's withdrawals, newest first; `limit + 1` rows when another page follows. */
export async function listOwnWithdrawals(
  db: Db,
  uid: string,
  { limit, after }: WithdrawalPageQuery,
) {
  return db
    .select({ withdrawal: withdrawals, key: cursorKey })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.ownerId, uid),
        after ? sql`${sortPosition} < ${cursorPosition(after)}` : undefined,
      ),
    )
    .orderBy(sql`${withdrawals.createdAt} DESC, ${withdrawals.id} DESC`)
    .limit(limit + 1);
}

const withdrawalWithOwnerColumns = {
  withdrawal: withdrawals,
  owner: authorColumns,
  key: cursorKey,
};

function withdrawalsWithOwnerQuery(db: Db, where: SQL | undefined) {
  return db
    .select(withdrawalWithOwnerColumns)
    .from(withdrawals)
    .innerJoin(users, eq(users.uid, withdrawals.ownerId))
    .where(where);
}

/** All withdrawals, oldest first; `limit + 1` rows when another page follows. */
export async function listAllWithdrawals(
  db: Db,
  {
    status,
    limit,
    after,
  }: WithdrawalPageQuery & { readonly status: WithdrawalRow['status'] | undefined },
) {
  const where = and(
    status && eq(withdrawals.status, status),
    after ? sql`${sortPosition} > ${cursorPosition(after)}` : undefined,
  );
  return withdrawalsWithOwnerQuery(db, where)
    .orderBy(withdrawals.createdAt, withdrawals.id)
    .limit(limit + 1);
}

/** One withdrawal with its owner; null when it does not exist. */
export async function findWithdrawalWithOwner(
  db: Db,
  id: string,
): Promise<WithdrawalWithOwner | null> {
  const rows = await withdrawalsWithOwnerQuery(db, eq(withdrawals.id, id));
  return rows[0] ?? null;
}
