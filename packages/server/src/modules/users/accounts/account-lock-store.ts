import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, inArray, isNull, ne, sql } from '../../../platform/database/query-builder.ts';
import { type UserRow, users } from '../users-table.ts';

/** Locks an account exclusively until `tx` ends and returns the account; null when it is closed. */
export async function lockAccount(tx: Db, uid: string): Promise<UserRow | null> {
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .for('update');
  return rows[0] ?? null;
}

/**
 * Prevents these accounts from being closed until `tx` ends (`FOR KEY SHARE`); false when one of them is closed
 * already. A transaction that connects people, such as placing an order, calls this first.
 */
export async function lockOpenAccounts(tx: Db, uids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(and(inArray(users.uid, [...uids]), isNull(users.deletedAt)))
    .orderBy(users.uid)
    .for('key share');
  return rows.length === new Set(uids).size;
}

/** The accounts to lock for an action that concerns people, such as a moderation action or the end of a payout. */
export interface AccountLock {
  /** Uid of the administrator who acts; null for automatic actions. */
  readonly actorId: string | null;
  /** Uids of the other people whom the action concerns. */
  readonly people: readonly string[];
  /**
   * Whether the action changes the accounts in `people`, which are then locked `FOR UPDATE` instead of `FOR KEY SHARE`.
   */
  readonly changesAccounts: boolean;
}

/**
 * Locks the accounts that an action concerns until `tx` ends, in the order of uids, and returns them by uid, closed
 * accounts included. When two administrators act on each other at the same time, the second one waits and sees the
 * result of the first.
 */
export async function lockAccounts(
  tx: Db,
  { actorId, people, changesAccounts }: AccountLock,
): Promise<ReadonlyMap<string, UserRow>> {
  const lockedAccounts = new Map<string, UserRow>();
  const uids = new Set(actorId === null ? people : [actorId, ...people]);
  for (const uid of [...uids].toSorted()) {
    const lockStrength = changesAccounts && people.includes(uid) ? 'update' : 'key share';
    const [row] = await tx.select().from(users).where(eq(users.uid, uid)).for(lockStrength);
    if (row) lockedAccounts.set(uid, row);
  }
  return lockedAccounts;
}

/** Whether a locked account is an open administrator account without a suspension. */
export const isActiveAdmin = (account: UserRow | undefined): boolean =>
  account?.role === 'admin' && account.deletedAt === null && account.suspendedAt === null;

/** Whether an account is that of an administrator, also while it is suspended. */
export async function isAdminAccount(tx: Db, uid: string): Promise<boolean> {
  const isAdmin = and(eq(users.uid, uid), eq(users.role, 'admin'));
  return (await tx.select({ uid: users.uid }).from(users).where(isAdmin)).length > 0;
}

/**
 * Whether a person is an active administrator. Locks the account until `tx` ends, so that it is neither suspended nor
 * closed before that, and keeps its role: all these changes lock the account `FOR UPDATE`.
 */
export async function lockActiveAdmin(tx: Db, uid: string): Promise<boolean> {
  const lockedAccounts = await lockAccounts(tx, {
    actorId: uid,
    people: [],
    changesAccounts: false,
  });
  return isActiveAdmin(lockedAccounts.get(uid));
}

/**
 * Whether there is another active administrator. An advisory lock makes callers run one after the other until their
 * transactions end, so that the last two administrators cannot both be suspended.
 */
export async function hasOtherActiveAdmin(tx: Db, uid: string): Promise<boolean> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda last admin', 0))`);
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        ne(users.uid, uid),
        isNull(users.deletedAt),
        isNull(users.suspendedAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
