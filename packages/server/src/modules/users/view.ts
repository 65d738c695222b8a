import type { Badge } from '@guilda/contract/accounts/badges';
import type { Author, OwnUser, PublicUser, VerifiedAge } from '@guilda/contract/accounts/users';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { AuthorRow } from './author-columns.ts';
import { type BadgeInput, badgesOf } from './profiles/badges.ts';
import type { UserRow } from './users-table.ts';
import { type ViewContext, type ViewContextDeps, viewContextFor } from './view-context.ts';

const REMOVED_USER_NAME = 'Usuário removido';

/** The name to show for a person: the display name, otherwise the username; a fixed text for a closed account. */
export function displayNameOf(
  row: Pick<UserRow, 'displayName' | 'username' | 'deletedAt'>,
): string {
  return row.deletedAt ? REMOVED_USER_NAME : (row.displayName ?? row.username);
}

/** The badges to show beside a person's name; none for a closed account. */
export function displayBadgesOf(row: BadgeInput & Pick<UserRow, 'deletedAt'>, now: Date): Badge[] {
  return row.deletedAt ? [] : badgesOf(row, now);
}

/** The picture to show beside a person's name; none for a closed or hidden account. */
export function displayPhotoOf(
  row: Pick<UserRow, 'photoURL' | 'deletedAt' | 'hiddenAt'>,
): string | null {
  return row.deletedAt === null && row.hiddenAt === null ? row.photoURL : null;
}

/** A person as shown beside content, for the reader of the view context. */
export function toAuthor(row: AuthorRow, { now, statusOf }: ViewContext): Author {
  return {
    uid: row.uid,
    username: row.username,
    displayName: displayNameOf(row),
    photoURL: displayPhotoOf(row),
    badges: displayBadgesOf(row, now),
    status: statusOf(row.uid),
  };
}

/** Average rating with one decimal place; null without reviews. */
export function averageRating(ratingSum: number, reviewCount: number): number | null {
  return reviewCount === 0 ? null : Math.round((ratingSum / reviewCount) * 10) / 10;
}

/**
 * A profile as the API shows it to a reader. `isProfileVisible` tells whether the reader may see more than name,
 * photo and badges (docs/product/privacy.md).
 */
export function toPublicUser(
  row: UserRow,
  actor: Actor,
  isProfileVisible: boolean,
  viewContext: ViewContext,
): PublicUser {
  const isSignedIn = uidOf(actor) !== null;
  return {
    ...toAuthor(row, viewContext),
    // A reader who may not see the profile may not see the presence either.
    ...(isProfileVisible ? {} : { status: 'offline' as const }),
    bio: isProfileVisible ? row.bio : null,
    effectPhrase: isProfileVisible ? row.effectPhrase : '',
    discordId: isProfileVisible && isSignedIn ? row.discordId : null,
    canBeCalled: isProfileVisible && row.canBeCalled,
    privacy: row.privacy,
    rating: isProfileVisible ? averageRating(row.ratingSum, row.ratingCount) : null,
    reviewCount: isProfileVisible ? row.ratingCount : 0,
    createdAt: row.createdAt.toISOString(),
    restricted: !isProfileVisible,
    // Always false here, because lists contain nobody whom the reader has blocked; `getUser` sets it for a single
    // profile.
    blocked: false,
  };
}

/** Reason and end of the current suspension; null for an account that is not suspended. */
export function suspensionOf(
  row: Pick<UserRow, 'suspendedAt' | 'suspendedReason' | 'suspendedUntil'>,
): OwnUser['suspension'] {
  if (row.suspendedAt === null) return null;
  return {
    reason: row.suspendedReason ?? '',
    until: row.suspendedUntil?.toISOString() ?? null,
  };
}

/** The highest age in years that a valid check has proven; null without one. */
export function verifiedAgeOf(
  row: Pick<UserRow, 'ageVerifiedUntil' | 'sixteenVerifiedUntil'>,
  now: Date,
): VerifiedAge | null {
  const isValid = (until: Date | null) => until !== null && until > now;
  if (isValid(row.ageVerifiedUntil)) return 18;
  return isValid(row.sixteenVerifiedUntil) ? 16 : null;
}

/** Whether a person has an age requirement. A valid proof of adult age fulfils every requirement. */
export const isAgeRequired = (
  { ageRequiredAt }: Pick<UserRow, 'ageRequiredAt'>,
  verified: VerifiedAge | null,
): boolean => ageRequiredAt !== null && verified !== 18;

export function toOwnUser(row: UserRow, deps: ViewContextDeps): OwnUser {
  const { uid, role } = row;
  const verified = verifiedAgeOf(row, deps.clock.now());
  const isAdult = verified === 18;
  const ownActor = {
    kind: 'person',
    uid,
    role,
    sessionId: '',
    adult: isAdult,
    blocks: false,
  } as const;
  return {
    ...toPublicUser(row, ownActor, true, viewContextFor(deps, ownActor)),
    email: row.email,
    role,
    ageVerified: isAdult,
    verifiedAge: verified,
    ageRequired: isAgeRequired(row, verified),
    suspension: suspensionOf(row),
  };
}
