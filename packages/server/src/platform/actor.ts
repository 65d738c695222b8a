import type { Result } from './result.ts';

/**
 * Verifies the access token of an `Authorization: Bearer` header; `token_invalid` for a bad token. With `any`,
 * suspended accounts are accepted as well; otherwise they are refused with `account_suspended`:
 * docs/product/moderation.md.
 */
export type Authenticate = (
  token: string,
  acceptedStatus?: 'good' | 'any',
) => Promise<Result<Person, 'token_invalid' | 'account_suspended'>>;

/** Does the same for a session that a token has proven before, also when that token has expired since. */
export type AuthenticateSession = (
  session: Pick<Person, 'uid' | 'sessionId'>,
  acceptedStatus?: 'good' | 'any',
) => ReturnType<Authenticate>;

/**
 * Whether a person has proven the age that is required to use an account (`ACCOUNT_AGE`); true for everybody when no
 * age is required. Checked for each call, because a proof can expire or arrive at any time: docs/product/privacy.md.
 */
export type HasProvenAccountAge = (uid: string) => Promise<boolean>;

/** Address and port from which a request came; the port is null when a proxy does not send it. */
export interface ClientOrigin {
  readonly address: string;
  readonly port: number | null;
}

/** Actions that count as an access: signing in or out, refreshing tokens, and sending a request that writes. */
export const accessKinds = ['sign_in', 'refresh', 'write', 'sign_out'] as const;

/** Adds an access to the access records that the law requires; never fails and never waits: docs/product/privacy.md. */
export type RecordAccess = (access: {
  readonly uid: string;
  readonly kind: (typeof accessKinds)[number];
  readonly client: ClientOrigin;
}) => void;
/**
 * Whether the moderation team requires a proof of age from a person who has not given it yet
 * (docs/product/moderation.md). Checked for each call, because a proof can arrive at any time.
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
   * Whether the person had a valid age check when the access token was verified. `canSeeAdultContent` decides what the
   * check allows.
   */
  readonly adult: boolean;
  /**
   * Whether the person had blocked anyone, or was blocked by anyone, when the access token was verified. If false,
   * lists need no block condition.
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
