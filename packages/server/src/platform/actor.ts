import type { Result } from './result.ts';

/**
 * Verifies the access token of an `Authorization: Bearer` header; `token_invalid` for a bad token. With `any`,
 * suspended accounts are accepted as well; otherwise they are refused with `account_suspended`:
 * docs/product/moderation.md.
 */
export type Authenticate = (
  token: string,
  whose?: 'good' | 'any',
) => Promise<Result<Person, 'token_invalid' | 'account_suspended'>>;

/**
 * Whether a person has proven the age from which accounts take part (`ACCOUNT_AGE`); true for everybody without such an
 * age. Asked for each call, because a proof can expire or come at any time: docs/product/privacy.md.
 */
export type IsOfAccountAge = (uid: string) => Promise<boolean>;

/** Address and port that a request came from; the port is null where a proxy does not tell it. */
export interface ClientOrigin {
  readonly address: string;
  readonly port: number | null;
}

/** What a person did that is an access: signed in or out, refreshed their tokens, or sent a request that writes. */
export const accessKinds = ['sign_in', 'refresh', 'write', 'sign_out'] as const;

/** Adds to the access records that the law asks for; never fails and never waits: docs/product/privacy.md. */
export type RecordAccess = (access: {
  readonly uid: string;
  readonly kind: (typeof accessKinds)[number];
  readonly client: ClientOrigin;
}) => void;
/**
 * Whether a person was asked to prove their age and has not done so yet (docs/product/moderation.md). Asked for each
 * call, because a proof can come at any time.
 */
export type HasAgeRequirement = (uid: string) => Promise<boolean>;

/** The sender of a request without an access token. */
export interface Visitor {
  readonly kind: 'visitor';
}

/** A signed-in person, as read from the access token and its session. */
export interface Person {
  readonly kind: 'person';
  readonly uid: string;
  readonly role: 'user' | 'admin';
  readonly sessionId: string;
  /**
   * Whether the person has a valid age check, read anew with every token. `canSeeAdultContent` decides what it allows.
   */
  readonly adult: boolean;
  /**
   * Whether this person has blocked anyone or is blocked by anyone; read anew with every token, so that
   * lists of people without blocks need no block condition.
   */
  readonly blocks: boolean;
}

/** The sender of a request: a visitor or a signed-in person. */
export type Actor = Visitor | Person;

export const visitor: Visitor = { kind: 'visitor' };

/** The actor's uid as SQL conditions need it; null for a visitor. */
export function uidOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.uid : null;
}
