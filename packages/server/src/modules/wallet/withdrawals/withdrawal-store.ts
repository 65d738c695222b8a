import type { Cursor } from '../../../platform/cursor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  alias,
  and,
  eq,
  inArray,
  ne,
  notInArray,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { authorColumns, users } from '../../users/index.ts';
import { ledgerBalances } from '../ledger/ledger-tables.ts';
import { payouts } from '../payouts/payouts-table.ts';
import type { WithdrawalWithOwner } from './view.ts';
import {
  openWithdrawalStatuses,
  unpaidStatuses,
  type WithdrawalAction,
  withdrawalTransitions,
} from './withdrawal-states.ts';
import { type WithdrawalRow, withdrawals } from './withdrawals-table.ts';

/** SQL list of {@link openWithdrawalStatuses}, for compiled statements. */
export const openWithdrawalStatusList = sql.raw(
  `(${openWithdrawalStatuses.map((status) => `'${status}'`).join(', ')})`,
);

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
  | 'id'
  | 'ownerId'
  | 'amount'
  | 'pixKeyKind'
  | 'pixKey'
  | 'pixKeyMatches'
  | 'payee'
  | 'idempotencyKey'
>;

export async function insertWithdrawal(tx: Db, row: NewWithdrawal): Promise<WithdrawalRow> {
  const rows = await tx
    .insert(withdrawals)
    .values({ ...row, createdAt: databaseNow })
    .returning();
  const [withdrawal] = rows;
  if (!withdrawal) throw new Error(`withdrawal ${row.id} vanished`);
  return withdrawal;
}

/** Locks a withdrawal until `tx` ends and returns it, so that only one decision is made at a time. */
export async function lockWithdrawal(tx: Db, id: string): Promise<WithdrawalRow | null> {
  const rows = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  return rows[0] ?? null;
}

/**
 * Records the first of two approvals of a withdrawal. Lock the withdrawal first.
 * @throws when the withdrawal is in a state that cannot be approved once
 */
export async function markApprovedOnce(tx: Db, id: string, approvedBy: string): Promise<void> {
  const { from, to } = withdrawalTransitions.approve;
  const rows = await tx
    .update(withdrawals)
    .set({
      status: to,
      firstApprovedBy: approvedBy,
      firstApprovedAt: databaseNow,
    })
    .where(and(eq(withdrawals.id, id), inArray(withdrawals.status, [...from])))
    .returning({ id: withdrawals.id });
  if (rows.length === 0) throw new Error(`withdrawal ${id} cannot be approved`);
}

/**
 * Applies a row of {@link withdrawalTransitions} to a withdrawal and returns the withdrawal; null, and nothing changes,
 * when the row's `from` does not contain the withdrawal's state. `changes` are further columns that are
 * written with the new state.
 */
export async function moveWithdrawal(
  tx: Db,
  id: string,
  action: Exclude<WithdrawalAction, 'approve'>,
  changes: Partial<Pick<WithdrawalRow, 'reason' | 'decidedBy'>> = {},
): Promise<WithdrawalRow | null> {
  const { from, to, by } = withdrawalTransitions[action];
  const decidedAt = by === 'admin' ? { decidedAt: databaseNow } : {};
  const rows = await tx
    .update(withdrawals)
    .set({ ...changes, ...decidedAt, status: to })
    .where(and(eq(withdrawals.id, id), inArray(withdrawals.status, [...from])))
    .returning();
  return rows[0] ?? null;
}

/**
 * Erases Pix key and payee of a person's decided withdrawals. A withdrawal that is still to be paid keeps both.
 */
export async function erasePaymentDetails(tx: Db, uid: string): Promise<void> {
  await tx
    .update(withdrawals)
    .set({ pixKey: null, payee: null })
    .where(and(eq(withdrawals.ownerId, uid), notInArray(withdrawals.status, [...unpaidStatuses])));
}

/** Creation time in UTC with microseconds, as cursor key. */
const cursorKey = timeText(withdrawals.createdAt);
const sortPosition = sql`(${withdrawals.createdAt}, ${withdrawals.id})`;
const cursorPosition = ({ key, id }: Cursor) => sql`(${key}::timestamptz, ${id}::uuid)`;

interface WithdrawalPageQuery {
  readonly limit: number;
  readonly afterCursor: Cursor | null;
}

/** A person's withdrawals, newest first; `limit + 1` rows when another page follows. */
export async function listOwnWithdrawals(
  db: Db,
  uid: string,
  { limit, afterCursor }: WithdrawalPageQuery,
) {
  return db
    .select({ withdrawal: withdrawals, key: cursorKey })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.ownerId, uid),
        afterCursor ? sql`${sortPosition} < ${cursorPosition(afterCursor)}` : undefined,
      ),
    )
    .orderBy(sql`${withdrawals.createdAt} DESC, ${withdrawals.id} DESC`)
    .limit(limit + 1);
}

const earlierWithdrawals = alias(withdrawals, 'earlier_withdrawals');

/** What the owner had requested in the day before the withdrawal and was not refused, in centavos. */
const requestedBefore = (db: Db) =>
  sql<number>`(${db
    .select({ total: sql`coalesce(sum(${earlierWithdrawals.amount}), 0)` })
    .from(earlierWithdrawals)
    .where(
      and(
        eq(earlierWithdrawals.ownerId, withdrawals.ownerId),
        ne(earlierWithdrawals.status, 'refused'),
        sql`${earlierWithdrawals.createdAt} > ${withdrawals.createdAt} - interval '1 day'`,
        sql`(${earlierWithdrawals.createdAt}, ${earlierWithdrawals.id}) < ${sortPosition}`,
      ),
    )})`.mapWith(Number);

/** What the owner of a withdrawal had requested in the day before it and was not refused, in centavos. */
export async function sumRequestedBefore(tx: Db, id: string): Promise<number> {
  const rows = await tx
    .select({ total: requestedBefore(tx) })
    .from(withdrawals)
    .where(eq(withdrawals.id, id));
  return rows[0]?.total ?? 0;
}

/** What the owner of the withdrawal owes after chargebacks, in centavos. */
const ownerDebt = (db: Db) =>
  sql<number>`coalesce((${db
    .select({ debt: sql`0 - ${ledgerBalances.balance}` })
    .from(ledgerBalances)
    .where(
      and(eq(ledgerBalances.ownerId, withdrawals.ownerId), eq(ledgerBalances.account, 'debt')),
    )}), 0)`.mapWith(Number);

const withdrawalWithOwnerColumns = (db: Db) => ({
  withdrawal: withdrawals,
  payoutStatus: payouts.status,
  owner: authorColumns,
  requestedBefore: requestedBefore(db),
  debt: ownerDebt(db),
  isSuspended: sql<boolean>`${users.suspendedAt} IS NOT NULL`,
  key: cursorKey,
});

function withdrawalsWithOwnerQuery(db: Db, condition: SQL | undefined) {
  return db
    .select(withdrawalWithOwnerColumns(db))
    .from(withdrawals)
    .innerJoin(users, eq(users.uid, withdrawals.ownerId))
    .leftJoin(payouts, eq(payouts.withdrawalId, withdrawals.id))
    .where(condition);
}

/** All withdrawals, oldest first; `limit + 1` rows when another page follows. */
export async function listAllWithdrawals(
  db: Db,
  {
    statuses,
    limit,
    afterCursor,
  }: WithdrawalPageQuery & { readonly statuses: readonly WithdrawalRow['status'][] | undefined },
) {
  const condition = and(
    statuses && inArray(withdrawals.status, [...statuses]),
    afterCursor ? sql`${sortPosition} > ${cursorPosition(afterCursor)}` : undefined,
  );
  return withdrawalsWithOwnerQuery(db, condition)
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
