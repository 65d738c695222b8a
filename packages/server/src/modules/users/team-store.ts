import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type UserRow, users } from './users-table.ts';

const open = (uid: string) => and(eq(users.uid, uid), isNull(users.deletedAt));

/** The usernames of the team, apart from one person's own: nobody else may look like them. */
export async function teamUsernames(db: Db, exceptUid: string | null = null): Promise<string[]> {
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
 * Hides a person from all but themselves, for a reason they read, or shows them again with null; hold
 * the account. False, and nothing has changed, where it is so already.
 */
export async function setUserHidden(tx: Db, uid: string, reason: string | null): Promise<boolean> {
  const hiddenAt = reason === null ? null : sql`coalesce(${users.hiddenAt}, clock_timestamp())`;
  const rows = await tx
    .update(users)
    .set({ hiddenAt, hiddenReason: reason })
    .where(and(open(uid), sql`${users.hiddenReason} IS DISTINCT FROM ${reason}`))
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** How somebody is suspended: why, and for how many whole days; null for good. */
export interface Terms {
  readonly reason: string;
  readonly days: number | null;
}

/** Days a suspension was given for; null for good. */
const given = sql`round(extract(epoch FROM ${users.suspendedUntil} - ${users.suspendedAt}) / 86400)`;

/**
 * Suspends a person from now on, on new terms where they are suspended already; hold the account.
 * Null, and nothing has changed, where the same terms hold.
 */
export async function suspendUser(
  tx: Db,
  uid: string,
  { reason, days }: Terms,
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
        open(uid),
        sql`(${users.suspendedAt} IS NULL OR ${users.suspendedReason} IS DISTINCT FROM ${reason}
          OR ${given} IS DISTINCT FROM ${days}::numeric)`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** `any` suspension, or one that is `over` by the database's clock. */
export type Lifted = 'any' | 'over';

const over = sql`${users.suspendedUntil} <= clock_timestamp()`;

/** Ends a suspension; hold the account. False, and nothing has changed, where there is none such. */
export async function liftSuspension(tx: Db, uid: string, which: Lifted): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ suspendedAt: null, suspendedReason: null, suspendedUntil: null })
    .where(and(open(uid), isNotNull(users.suspendedAt), which === 'over' ? over : undefined))
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Uids of some whose suspension is over and not lifted yet, the first to end first. */
export async function suspensionsOver(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(isNull(users.deletedAt), isNotNull(users.suspendedAt), over))
    .orderBy(users.suspendedUntil, users.uid)
    .limit(limit);
  return rows.map(({ uid }) => uid);
}
