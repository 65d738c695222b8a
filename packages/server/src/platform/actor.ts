import type { Result } from './result.ts';

/**
 * Reads the token of an `Authorization: Bearer` header; a bad one is `token_invalid`. `any` also
 * lets suspended people through, who are `account_suspended` otherwise (`product §9`).
 */
export type Authenticate = (
  token: string,
  whose?: 'good' | 'any',
) => Promise<Result<Person, 'token_invalid' | 'account_suspended'>>;

/** Someone without a token. */
export interface Visitor {
  readonly kind: 'visitor';
}

/** A signed-in person, as the access token and the session behind it say. */
export interface Person {
  readonly kind: 'person';
  readonly uid: string;
  readonly role: 'user' | 'admin';
  readonly sessionId: string;
  /**
   * Whether an age check stands now (`product §9`), read anew with every token: a fact for
   * `seesAdult`, which alone decides what it opens.
   */
  readonly adult: boolean;
  /**
   * Whether a block stands between this person and anyone, whoever set it; read anew with every
   * token, so that lists of everyone else stay as fast as without it.
   */
  readonly blocks: boolean;
}

/** Who asks. */
export type Actor = Visitor | Person;

export const visitor: Visitor = { kind: 'visitor' };

/** The asker's uid, or null for a visitor: the form that SQL conditions take. */
export function uidOf(actor: Actor): string | null {
  return actor.kind === 'person' ? actor.uid : null;
}
