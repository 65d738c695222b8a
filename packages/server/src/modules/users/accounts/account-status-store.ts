import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNotNull, isNull, ne, sql } from '../../../platform/database/query-builder.ts';
import { type UserRow, users } from '../users-table.ts';

const isOpenAccount = (uid: string) => and(eq(users.uid, uid), isNull(users.deletedAt));

/**
 * The usernames of all administrators except the person `uid`. Other people may not choose a username that looks like
 * one of these.
 */
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
 * Hides a person from everybody else for the given reason, which the person can read, or shows the person again when
 * the reason is null. Lock the account first. False when nothing changed.
 */
export async function setUserHidden(tx: Db, uid: string, reason: string | null): Promise<boolean> {
  const hiddenAt = reason === null ? null : sql`coalesce(${users.hiddenAt}, ${databaseNow})`;
  const rows = await tx
    .update(users)
    .set({ hiddenAt, hiddenReason: reason })
    .where(and(isOpenAccount(uid), sql`${users.hiddenReason} IS DISTINCT FROM ${reason}`))
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Sets or removes the age requirement of a person. Lock the account first. False when nothing changed. */
export async function setAgeRequired(tx: Db, uid: string, isRequired: boolean): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set(
      isRequired
        ? { ageRequiredAt: databaseNow }
        : { ageRequiredAt: null, ageSettledAt: databaseNow },
    )
    .where(
      and(
        isOpenAccount(uid),
        isRequired ? isNull(users.ageRequiredAt) : isNotNull(users.ageRequiredAt),
      ),
    )
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Reason and length in days of a suspension; `days` is null for a permanent suspension. */
export interface SuspensionTerms {
  readonly reason: string;
  readonly days: number | null;
}

/** Length of the current suspension in days, in SQL; null for a permanent suspension. */
const currentSuspensionDays = sql`round(extract(epoch FROM ${users.suspendedUntil} - ${users.suspendedAt}) / 86400)`;

/**
 * Suspends a person from now on, or replaces reason and length of a current suspension. Lock the account first. Null
 * when the current suspension has the same reason and length, or when the account is closed.
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

/** Which suspensions to end: `any`, or only one whose end date has passed by the database's clock (`over`). */
export type SuspensionFilter = 'any' | 'over';

const isSuspensionOver = sql`${users.suspendedUntil} <= ${databaseNow}`;

/** Ends a suspension. Lock the account first. False when the account has no suspension that matches the filter. */
export async function liftSuspension(
  tx: Db,
  uid: string,
  filter: SuspensionFilter,
): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ suspendedAt: null, suspendedReason: null, suspendedUntil: null })
    .where(
      and(
        isOpenAccount(uid),
        isNotNull(users.suspendedAt),
        filter === 'over' ? isSuspensionOver : undefined,
      ),
    )
    .returning({ uid: users.uid });
  return rows.length > 0;
}

/** Uids of people whose suspension has passed its end date but is not lifted yet, earliest end first. */
export async function listExpiredSuspensions(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(isNull(users.deletedAt), isNotNull(users.suspendedAt), isSuspensionOver))
    .orderBy(users.suspendedUntil, users.uid)
    .limit(limit);
  return rows.map(({ uid }) => uid);
}

/** SQL for whether the account's e-mail is in `adminEmails` (in lower case). */
const isAdminEmail = (adminEmails: readonly string[]) =>
  sql`coalesce(lower(email) = ANY(${sql.param([...adminEmails])}::text[]), false)`;

/** Uids of the open accounts whose role differs from the role that `adminEmails` gives. */
export async function listOutdatedRoles(db: Db, adminEmails: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<Pick<UserRow, 'uid'>>(sql`
    SELECT uid FROM users WHERE deleted_at IS NULL AND (role = 'admin') <> ${isAdminEmail(adminEmails)}
    ORDER BY uid`);
  return rows.map(({ uid }) => uid);
}

/**
 * Sets the role of an open account: administrator if its e-mail is in `adminEmails`, otherwise user. Locks the account
 * exclusively, so that the change waits for the actions of an administrator, which hold a shared lock
 * (`lockActiveAdmin`). Null when the account has that role already.
 */
export async function updateRole(tx: Db, uid: string, adminEmails: readonly string[]) {
  const isAdmin = isAdminEmail(adminEmails);
  const { rows } = await tx.execute<Pick<UserRow, 'uid' | 'role'>>(sql`
    WITH changed AS MATERIALIZED (
      SELECT uid FROM users WHERE uid = ${uid} AND deleted_at IS NULL AND (role = 'admin') <> ${isAdmin}
      FOR UPDATE)
    UPDATE users SET role = CASE WHEN ${isAdmin} THEN 'admin' ELSE 'user' END
    FROM changed WHERE users.uid = changed.uid RETURNING users.uid, users.role`);
  return rows[0] ?? null;
}
