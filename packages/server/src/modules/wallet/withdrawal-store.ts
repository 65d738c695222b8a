import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { authorColumns, users } from '../users/index.ts';
import { ledgerBalances } from './ledger-tables.ts';
import type { TeamReading } from './view.ts';
import { type WithdrawalRow, withdrawals } from './withdrawals-table.ts';

/**
 * What a person may withdraw, in centavos, held against every other change until `tx` ends: whoever
 * asks for money of the same person meanwhile waits here.
 */
export async function lockAvailable(tx: Db, uid: string): Promise<number> {
  const rows = await tx
    .select({ balance: ledgerBalances.balance })
    .from(ledgerBalances)
    .where(and(eq(ledgerBalances.ownerId, uid), eq(ledgerBalances.account, 'seller')))
    .for('update');
  return rows[0]?.balance ?? 0;
}

export async function findByKey(
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

/** What an administrator made of a request. */
export type Decision =
  | { readonly status: 'settled' }
  | { readonly status: 'refused'; readonly reason: string };

/** Decides an open request; null, and nothing has changed, when it is decided already. */
export async function markDecided(
  tx: Db,
  id: string,
  decision: Decision & { readonly decidedBy: string },
): Promise<WithdrawalRow | null> {
  const rows = await tx
    .update(withdrawals)
    .set({ ...decision, decidedAt: sql`clock_timestamp()` })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'requested')))
    .returning();
  return rows[0] ?? null;
}

/** Forgets where a person's decided withdrawals went; one that is still to be paid keeps its key. */
export async function forgetPixKeys(tx: Db, uid: string): Promise<void> {
  await tx
    .update(withdrawals)
    .set({ pixKey: null })
    .where(and(eq(withdrawals.ownerId, uid), ne(withdrawals.status, 'requested')));
}

/** Sort key of the cursor: microseconds, in UTC. */
const key = timeText(withdrawals.createdAt);
const order = sql`(${withdrawals.createdAt}, ${withdrawals.id})`;
const place = ({ key, id }: Cursor) => sql`(${key}::timestamptz, ${id}::uuid)`;

interface Page {
  readonly limit: number;
  readonly after: Cursor | null;
}

/** A person's withdrawals, newest first; one more than `limit`, if there is one. */
export async function listOwn(db: Db, uid: string, { limit, after }: Page) {
  return db
    .select({ withdrawal: withdrawals, key })
    .from(withdrawals)
    .where(and(eq(withdrawals.ownerId, uid), after ? sql`${order} < ${place(after)}` : undefined))
    .orderBy(sql`${withdrawals.createdAt} DESC, ${withdrawals.id} DESC`)
    .limit(limit + 1);
}

const forTeam = {
  withdrawal: withdrawals,
  owner: authorColumns,
  key,
};

function teamQuery(db: Db, where: SQL | undefined) {
  return db
    .select(forTeam)
    .from(withdrawals)
    .innerJoin(users, eq(users.uid, withdrawals.ownerId))
    .where(where);
}

/** Everyone's withdrawals, oldest first; one more than `limit`, if there is one. */
export async function listAll(
  db: Db,
  { status, limit, after }: Page & { readonly status: WithdrawalRow['status'] | undefined },
) {
  const where = and(
    status && eq(withdrawals.status, status),
    after ? sql`${order} > ${place(after)}` : undefined,
  );
  return teamQuery(db, where)
    .orderBy(withdrawals.createdAt, withdrawals.id)
    .limit(limit + 1);
}

/** One withdrawal with its owner, or null. */
export async function readForTeam(db: Db, id: string): Promise<TeamReading | null> {
  const rows = await teamQuery(db, eq(withdrawals.id, id));
  return rows[0] ?? null;
}
