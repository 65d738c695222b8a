import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { type UserRow, users } from './users-table.ts';
import { blockedBy, openTo, shown } from './visibility.ts';

export type NewUser = Pick<UserRow, 'uid' | 'issuer' | 'subject' | 'username'> &
  Pick<UserRow, 'email' | 'displayName' | 'photoURL' | 'role'>;

/** Adds the account, or finds the one of the same issuer and subject; null when the username is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/** The account of an issuer's subject, held until `tx` ends. */
export async function holdByIdentity(tx: Db, issuer: string, subject: string) {
  const rows = await tx
    .select()
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)))
    .for('no key update');
  return rows[0] ?? null;
}

/** What is said anew at each sign-in: by the identity provider, and by the list of administrators. */
export async function refreshIdentity(
  tx: Db,
  uid: string,
  { email, role }: Pick<NewUser, 'email' | 'role'>,
): Promise<UserRow | null> {
  const rows = await tx
    .update(users)
    .set({ email, role })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .returning();
  return rows[0] ?? null;
}

export async function findUser(db: Db, uid: string): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
  return rows[0] ?? null;
}

export interface Reading {
  readonly user: UserRow;
  /** Whether this reader sees more than name, photo and badges. */
  readonly open: boolean;
  /** Whether this reader has blocked them. */
  readonly blocked: boolean;
}

async function readOne(
  db: Db,
  actor: Actor,
  which: ReturnType<typeof eq>,
): Promise<Reading | null> {
  const uid = uidOf(actor);
  // Of whom the team has hidden nothing is there, but for themselves.
  const known = uid === null ? shown : or(shown, eq(users.uid, uid));
  const rows = await db
    .select({ user: users, open: openTo(actor), blocked: blockedBy(actor) })
    .from(users)
    .where(and(which, isNull(users.deletedAt), known));
  return rows[0] ?? null;
}

export const readUser = (db: Db, actor: Actor, uid: string) =>
  readOne(db, actor, eq(users.uid, uid));

export const readByUsername = (db: Db, actor: Actor, username: string) =>
  readOne(db, actor, sql`lower(${users.username}) = lower(${username})`);

/** The accounts that are there and in good standing, by uid. */
export async function readUsers(
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(users)
    .where(and(inArray(users.uid, [...uids]), isNull(users.deletedAt), isNull(users.suspendedAt)));
  return new Map(rows.map((row) => [row.uid, row]));
}

export type ProfilePatch = Partial<
  Pick<UserRow, 'username' | 'bio' | 'effectPhrase' | 'canBeCalled' | 'privacy' | 'photoURL'>
>;

/** Applies a patch to an open account; null when there is none. */
export async function updateUser(
  db: Db,
  uid: string,
  patch: ProfilePatch,
): Promise<UserRow | null> {
  const rows = await db
    .update(users)
    .set({ ...patch, updatedAt: sql`now()` })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Counts a completed sale, in the order's transaction. */
export async function addCompletedSale(db: Db, uid: string): Promise<void> {
  await db
    .update(users)
    .set({ completedSales: sql`${users.completedSales} + 1` })
    .where(eq(users.uid, uid));
}

/** Writes down until when the person's age check stands, in its transaction; never shortens it. */
export async function grantAdult(tx: Db, uid: string, until: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      ageVerifiedUntil: sql`greatest(${users.ageVerifiedUntil}, ${until.toISOString()}::timestamptz)`,
    })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
}

/** Takes everything personal out of an account for good (`product §3`); the row stays for the ledger. */
export async function anonymise(db: Db, uid: string, username: string): Promise<UserRow | null> {
  const rows = await db
    .update(users)
    .set({
      issuer: 'deleted',
      subject: uid,
      username,
      email: null,
      displayName: null,
      photoURL: null,
      bio: null,
      effectPhrase: '',
      discordId: null,
      canBeCalled: false,
      role: 'user',
      ageVerifiedUntil: null,
      suspendedReason: null,
      hiddenReason: null,
      deletedAt: sql`now()`,
    })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Gives a person the badge of those whose word helped the product (`product §3`); nobody takes it back. */
export async function markSupporter(tx: Db, uid: string): Promise<void> {
  await tx
    .update(users)
    .set({ supporter: true })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
}
