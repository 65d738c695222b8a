import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type UserRow, users } from './users-table.ts';

/** The account, held against everything that counts on it until `tx` ends; null when it is closed. */
export async function lockAccount(tx: Db, uid: string): Promise<UserRow | null> {
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .for('update');
  return rows[0] ?? null;
}

/**
 * Keeps these accounts from being closed until `tx` ends; false when one of them is closed already.
 * Whatever obliges two people to each other, such as a purchase, asks this first in its transaction.
 */
export async function keepAccounts(tx: Db, uids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(and(inArray(users.uid, [...uids]), isNull(users.deletedAt)))
    .orderBy(users.uid)
    .for('key share');
  return rows.length === new Set(uids).size;
}

/** Whom a deed of the team concerns, and who does it. */
export interface DeedPeople {
  /** Null where the product does it by itself. */
  readonly actorId: string | null;
  readonly people: readonly string[];
  /** It is about an account: held as `lockAccount` holds one. Else all are held as by `keepAccounts`. */
  readonly whole: boolean;
}

/**
 * Holds the accounts of a deed until `tx` ends, in the order of uids; answers them by uid, closed ones
 * too. Of two who act upon each other, the second therefore reads what the first has done.
 */
export async function lockForDeed(
  tx: Db,
  { actorId, people, whole }: DeedPeople,
): Promise<ReadonlyMap<string, UserRow>> {
  const held = new Map<string, UserRow>();
  const uids = new Set(actorId === null ? people : [actorId, ...people]);
  for (const uid of [...uids].toSorted()) {
    const lock = whole && people.includes(uid) ? 'update' : 'key share';
    const [row] = await tx.select().from(users).where(eq(users.uid, uid)).for(lock);
    if (row) held.set(uid, row);
  }
  return held;
}

/** Whether an account, read once it is held, may still do what the team does. */
export const administrates = (account: UserRow | undefined): boolean =>
  account?.role === 'admin' && account.deletedAt === null && account.suspendedAt === null;

/**
 * Whether someone else can administrate. Those who ask take turns until their transactions end, so
 * that the last two cannot both leave.
 */
export async function hasOtherAdmin(tx: Db, uid: string): Promise<boolean> {
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
