import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNotNull, isNull, ne, sql } from '../../../platform/database/query-builder.ts';
import { type UserRow, users } from '../users-table.ts';

const isOpenAccount = (uid: string) => and(eq(users.uid, uid), isNull(users.deletedAt));

/** The usernames of administrators except one person's own; no other username may look like them. */
export async function listAdminUsernames(
  db: Db,
  exceptUid: string | null = null,
): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.deletedAt),
        exceptUid === null ? undefined : ne(users.uid, exceptUid),
      ),
    );
  return rows.map(({ username }) => username);
}

/**
 * Hides a person from everybody but themselves for a reason that they can read, or shows them again
 * with null. Lock the account first. False when nothing changed.
 */
export async function setUserHidden(tx: Db, uid: string, reason: string | null): Promise<boolean> {
  const hiddenAt = reason === null ? null : sql`coalesce(${users.hiddenAt}, clock_timestamp())`;
  const rows = await tx
    .update(users)
    .set({ hiddenAt, hiddenReason: reason })
    .where(and(isOpenAccount(uid), sql`${users.hiddenReason} IS DISTINCT FROM ${reason}`))
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Reason and length of a suspension; `days` is null for a permanent one. */
export interface SuspensionTerms {
  readonly reason: string;
  readonly days: number | null;
}

/** The length of the current suspension in days; null for a permanent one. */
const currentSuspensionDays = sql`round(extract(epoch FROM ${users.suspendedUntil} - ${users.suspendedAt}) / 86400)`;

/**
 * Suspends a person from now on, or replaces the terms of a current suspension. Lock the account first.
 * Null when the same terms already apply.
 */
export async function suspendUser(
  tx: Db,
  uid: string,
  { reason, days }: SuspensionTerms,
): Promise<UserRow | null> {
  const now = sql`(SELECT statement_timestamp())`;
  const rows = await tx
    .update(users)
    .set({
      suspendedAt: sql`${now}`,
      suspendedReason: reason,
      suspendedUntil: sql`${now} + make_interval(days => ${days}::integer)`,
    })
    .where(
      and(
        isOpenAccount(uid),
        sql`(${users.suspendedAt} IS NULL OR ${users.suspendedReason} IS DISTINCT FROM ${reason}
          OR ${currentSuspensionDays} IS DISTINCT FROM ${days}::numeric)`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** `any` suspension, or only one that has expired (`over`) by the database's clock. */
export type SuspensionFilter = 'any' | 'over';

const isSuspensionOver = sql`${users.suspendedUntil} <= clock_timestamp()`;

/** Ends a suspension. Lock the account first. False when there is none that matches. */
export async function liftSuspension(
  tx: Db,
  uid: string,
  which: SuspensionFilter,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ suspendedAt: null, suspendedReason: null, suspendedUntil: null })
    .where(
      and(
        isOpenAccount(uid),
        isNotNull(users.suspendedAt),
        which === 'over' ? isSuspensionOver : undefined,
      ),
    )
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Uids whose suspension has expired and is not lifted yet, earliest end first. */
export async function listExpiredSuspensions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(isNull(users.deletedAt), isNotNull(users.suspendedAt), isSuspensionOver))
    .orderBy(users.suspendedUntil, users.uid)
    .limit(limit);
  return rows.map(({ uid }) => uid);
}

/**
 * Sets the role of every open account according to the addresses (in lower case), locks the changed accounts in the order of
 * uids and returns them.
 */
export async function updateRoles(tx: Db, adminEmails: readonly string[]) {
  const named = sql`coalesce(lower(email) = ANY(${sql.param([...adminEmails])}::text[]), false)`;
  const { rows } = await tx.execute<Pick<UserRow, 'uid' | 'role'>>(sql`
    WITH changed AS MATERIALIZED (
      SELECT uid FROM users WHERE deleted_at IS NULL AND (role = 'admin') <> ${named}
      ORDER BY uid FOR NO KEY UPDATE)
    UPDATE users SET role = CASE WHEN ${named} THEN 'admin' ELSE 'user' END
    FROM changed WHERE users.uid = changed.uid RETURNING users.uid, users.role`);
  return rows;
}
