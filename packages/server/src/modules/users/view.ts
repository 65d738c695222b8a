import type { Badge } from '@guilda/contract/badges';
import type { Author, OwnUser, PublicUser } from '@guilda/contract/users';
import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { type BadgeFacts, badgesOf } from './badges.ts';
import { type Moment, type MomentDeps, momentOf } from './moment.ts';
import { type UserRow, users } from './users-table.ts';

/** What an author is made of, of `users` or an alias of it; other modules' views join it read-only. */
export const authorColumnsOf = <T extends Record<keyof AuthorRow, AnyPgColumn>>(of: T) =>
  ({
    uid: of.uid,
    username: of.username,
    displayName: of.displayName,
    photoURL: of.photoURL,
    deletedAt: of.deletedAt,
    role: of.role,
    createdAt: of.createdAt,
    discordId: of.discordId,
    completedSales: of.completedSales,
    topContributor: of.topContributor,
    supporter: of.supporter,
    hiddenAt: of.hiddenAt,
  }) as Pick<T, keyof AuthorRow>;

/** The columns that stand beside what a person made. */
export const authorColumns = authorColumnsOf(users);

/** The same columns under these names, as statements written as text select them. */
export const authorSelectionOf = (columns: Record<keyof AuthorRow, AnyPgColumn>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  );

/** Those of `users` itself. */
export const authorSelection = authorSelectionOf(authorColumns);

export type AuthorRow = Pick<
  UserRow,
  'uid' | 'username' | 'displayName' | 'photoURL' | 'deletedAt' | 'hiddenAt'
> &
  BadgeFacts;

const REMOVED = 'Usuário removido';

/** What a person is called: the chosen name, else the username; nobody's once the account is gone. */
export function nameOf(row: Pick<UserRow, 'displayName' | 'username' | 'deletedAt'>): string {
  return row.deletedAt ? REMOVED : (row.displayName ?? row.username);
}

/** The badges beside a person's name; nobody's once the account is gone. */
export function badgesBeside(row: BadgeFacts & Pick<UserRow, 'deletedAt'>, now: Date): Badge[] {
  return row.deletedAt ? [] : badgesOf(row, now);
}

/** The picture beside a person's name: none of whom the team has hidden, their own neither, or gone. */
export function photoOf(row: Pick<UserRow, 'photoURL' | 'deletedAt' | 'hiddenAt'>): string | null {
  return row.deletedAt === null && row.hiddenAt === null ? row.photoURL : null;
}

/** A person as shown beside what they made, to the reader whom the moment is for. */
export function toAuthor(row: AuthorRow, { now, statusOf }: Moment): Author {
  return {
    uid: row.uid,
    username: row.username,
    displayName: nameOf(row),
    photoURL: photoOf(row),
    badges: badgesBeside(row, now),
    status: statusOf(row.uid),
  };
}

/** Average with one decimal place; null without reviews. */
export function averageOf(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 10) / 10;
}

/**
 * A profile for a reader. `open` says whether the reader may see more of a private profile than
 * name, photo and badges (`product §3`).
 */
export function toPublicUser(
  row: UserRow,
  actor: Actor,
  open: boolean,
  moment: Moment,
): PublicUser {
  const signedIn = uidOf(actor) !== null;
  return {
    ...toAuthor(row, moment),
    // Who may not see the profile does not see that its owner is there.
    ...(open ? {} : { status: 'offline' as const }),
    bio: open ? row.bio : null,
    effectPhrase: open ? row.effectPhrase : '',
    discordId: open && signedIn ? row.discordId : null,
    canBeCalled: open && row.canBeCalled,
    privacy: row.privacy,
    rating: open ? averageOf(row.ratingSum, row.ratingCount) : null,
    reviewCount: open ? row.ratingCount : 0,
    createdAt: row.createdAt.toISOString(),
    restricted: !open,
    // Whom one has blocked is in no list: a single profile says so itself.
    blocked: false,
  };
}

/** Why an account is suspended, and until when; null in good standing. */
export function suspensionOf(
  row: Pick<UserRow, 'suspendedAt' | 'suspendedReason' | 'suspendedUntil'>,
): OwnUser['suspension'] {
  if (row.suspendedAt === null) return null;
  return {
    reason: row.suspendedReason ?? '',
    until: row.suspendedUntil?.toISOString() ?? null,
  };
}

export function toOwnUser(row: UserRow, deps: MomentDeps): OwnUser {
  const { uid, role, ageVerifiedUntil } = row;
  const adult = ageVerifiedUntil !== null && ageVerifiedUntil > deps.clock.now();
  const self = { kind: 'person', uid, role, sessionId: '', adult, blocks: false } as const;
  return {
    ...toPublicUser(row, self, true, momentOf(deps, self)),
    email: row.email,
    role,
    ageVerified: adult,
    suspension: suspensionOf(row),
  };
}
