import { createHash, createHmac } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';

/** Number of random bytes in a state. */
const STATE_BYTES = 32;

/** A new OAuth2 state, in base64url. */
export const createOAuthState = (ids: Ids): string => ids.secret(STATE_BYTES);

/** The hash of a state as stored in the database. Reading the hash does not allow anybody to complete the consent. */
export const hashOAuthState = (state: string): Buffer =>
  createHash('sha256').update(state).digest();

/**
 * The PKCE verifier of a consent (RFC 7636): 43 characters derived from the state with a server key. It is not stored
 * and cannot be computed from the state alone.
 */
export const pkceVerifierOf = (secret: string, state: string): string =>
  createHmac('sha256', secret).update(state).digest('base64url');

/** The PKCE challenge of the verifier (RFC 7636, S256). */
export const pkceChallengeOf = (secret: string, state: string): string =>
  createHash('sha256').update(pkceVerifierOf(secret, state)).digest('base64url');
