import { createHash, createHmac } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';

/** Bytes of randomness in a state: nobody guesses one. */
const STATE_BYTES = 32;

/** A state for one consent at Discord, in base64url. */
export const newState = (ids: Ids): string => ids.secret(STATE_BYTES);

/** What is stored of a state: nobody who reads it can go on with the consent. */
export const hashState = (state: string): Buffer => createHash('sha256').update(state).digest();

/**
 * The PKCE verifier of a consent (RFC 7636): 43 characters made of its state with a key of the
 * program's, so that it is nowhere stored and a state alone does not tell it.
 */
export const verifierOf = (secret: string, state: string): string =>
  createHmac('sha256', secret).update(state).digest('base64url');

/** What a consent's page is told of its verifier (RFC 7636, S256). */
export const challengeOf = (secret: string, state: string): string =>
  createHash('sha256').update(verifierOf(secret, state)).digest('base64url');
