import type { VerifiedAge } from '@guilda/contract/accounts/users';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, inArray, isNull, ne, or, sql } from '../../platform/database/query-builder.ts';
import { type UserRow, users } from './users-table.ts';
import { isAgeProofRequired, isBlockedByReader, isNotHidden, isVisibleTo } from './visibility.ts';

export type NewUser = Pick<UserRow, 'uid' | 'issuer' | 'subject' | 'username'> &
  Pick<UserRow, 'email' | 'displayName' | 'photoURL' | 'role'>;

/** Inserts an account; null when the username exists already, or an account of the same issuer and subject. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

/**
 * Locks and returns the account of an issuer and subject of the identity provider, until `tx` ends. An account whose
 * role differs from `role` is locked exclusively, so that a change of the role waits for the actions of an
 * administrator, which hold a shared lock (`lockActiveAdmin`).
 */
export async function lockUserByIdentity(
  tx: Db,
  { issuer, subject, role }: Pick<NewUser, 'issuer' | 'subject' | 'role'>,
): Promise<UserRow | null> {
  const isIdentity = and(eq(users.issuer, issuer), eq(users.subject, subject));
  const [changingUser] = await tx
    .select()
    .from(users)
    .where(and(isIdentity, ne(users.role, role)))
    .for('update');
  if (changingUser) return changingUser;
  const [user] = await tx.select().from(users).where(isIdentity).for('no key update');
  // Another transaction may have changed the role between the two statements.
  if (user && user.role !== role) return lockUserByIdentity(tx, { issuer, subject, role });
  return user ?? null;
}

/** Updates e-mail, role and display name of an account at a sign-in. */
export async function updateIdentity(
  tx: Db,
  uid: string,
  { email, role, displayName }: Pick<NewUser, 'email' | 'role' | 'displayName'>,
): Promise<UserRow | null> {
  const rows = await tx
    .update(users)
    .set({ email, role, displayName })
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

/** The uid of an account by its uid or username, also when it is closed or suspended; null when it does not exist. */
export async function findAccountUid(db: Db, uidOrUsername: string): Promise<string | null> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(
      sql`${users.uid}::text = lower(${uidOrUsername}) OR lower(${users.username}) = lower(${uidOrUsername})`,
    );
  return rows[0]?.uid ?? null;
}

export interface ProfileReading {
  readonly user: UserRow;
  /** Whether the reader may see more of the profile than name, photo and badges. */
  readonly isProfileVisible: boolean;
  /** Whether the reader has blocked the person of this profile; not the other way round. */
  readonly blocked: boolean;
}

async function readProfileWhere(
  db: Db,
  actor: Actor,
  condition: ReturnType<typeof eq>,
): Promise<ProfileReading | null> {
  const uid = uidOf(actor);
  // A hidden account is visible only to its owner.
  const isKnownToReader = uid === null ? isNotHidden : or(isNotHidden, eq(users.uid, uid));
  const rows = await db
    .select({
      user: users,
      isProfileVisible: isVisibleTo(actor),
      blocked: isBlockedByReader(actor),
    })
    .from(users)
    .where(and(condition, isNull(users.deletedAt), isKnownToReader));
  return rows[0] ?? null;
}

export const readUser = (db: Db, actor: Actor, uid: string) =>
  readProfileWhere(db, actor, eq(users.uid, uid));

export const readUserByUsername = (db: Db, actor: Actor, username: string) =>
  readProfileWhere(db, actor, sql`lower(${users.username}) = lower(${username})`);

/** Reads those of the given accounts that are open and not suspended, by uid. */
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

/** Applies a patch to an open account and returns it; null when the account does not exist or is closed. */
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

/**
 * Adds `change` to a seller's number of completed sales: 1 in the transaction that completes an order, -1 in the
 * transaction that moves a completed order to another status.
 */
export async function addCompletedSales(db: Db, uid: string, change: 1 | -1): Promise<void> {
  await db
    .update(users)
    .set({ completedSales: sql`${users.completedSales} + ${change}::integer` })
    .where(eq(users.uid, uid));
}

/**
 * Extends the validity of the person's proof of an age, in years, to `until`, in the caller's transaction; never
 * shortens it.
 */
export async function extendAgeVerification(
  tx: Db,
  uid: string,
  age: VerifiedAge,
  until: Date,
): Promise<void> {
  const column = age === 18 ? 'ageVerifiedUntil' : 'sixteenVerifiedUntil';
  await tx
    .update(users)
    .set({ [column]: sql`greatest(${users[column]}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
}

/** Whether a valid check proves that the person has at least this age in years. */
export async function hasProvenAge(
  db: Db,
  uid: string,
  verifiedAge: VerifiedAge,
): Promise<boolean> {
  const until =
    verifiedAge === 18
      ? users.ageVerifiedUntil
      : sql`greatest(${users.ageVerifiedUntil}, ${users.sixteenVerifiedUntil})`;
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, uid), sql`${until} > now()`));
  return rows.length > 0;
}

/**
 * Whether a person has proven the age that the installation requires for taking part (`ACCOUNT_AGE`, in years; null
 * requires none).
 */
export async function isOfAccountAge(
  db: Db,
  uid: string,
  accountAge: VerifiedAge | null,
): Promise<boolean> {
  return accountAge === null || hasProvenAge(db, uid, accountAge);
}

/**
 * Whether a proof of age is required of a person. If `lockOpenAccounts` has locked the account, no such requirement can
 * begin before the transaction ends.
 */
export async function hasAgeRequirement(db: Db, uid: string): Promise<boolean> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, uid), isAgeProofRequired));
  return rows.length > 0;
}

/**
 * Irreversibly removes personal data from an account (docs/product/privacy.md). The row stays, because the ledger
 * refers to it.
 */
export async function anonymiseAccount(
  db: Db,
  uid: string,
  username: string,
): Promise<UserRow | null> {
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
      sixteenVerifiedUntil: null,
      ageRequiredAt: null,
      ageSettledAt: null,
      suspendedReason: null,
      hiddenReason: null,
      deletedAt: sql`now()`,
    })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Gives a person the supporter badge, which is permanent. */
export async function giveSupporterBadge(tx: Db, uid: string): Promise<void> {
  await tx
    .update(users)
    .set({ supporter: true })
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)));
}
