import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashToken } from './access-tokens.ts';

/** The data from which the refresh tokens of a session are derived; it never changes. */
export interface TokenOrigin {
  /** The session's id, a UUID. */
  readonly id: string;
  /** Hash of the random refresh token with which the session started. */
  readonly firstHash: Buffer;
}

/** Session and generation that a refresh token contains; they are not verified yet. */
export interface TokenClaim {
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * Computes the refresh tokens of a session. The generation of a token is the number of rotations before it. The token
 * of generation 0 is random; each later token contains a keyed hash, so that it can be computed and recognised without
 * being stored.
 */
export interface RefreshTokens {
  /** The token of a generation, from 1 on; each call returns the same token. */
  tokenOf(tokenOrigin: TokenOrigin, generation: number): string;
  /** Parses a token without verifying it; null for a token of generation 0. */
  parse(token: string): TokenClaim | null;
  /** Whether `token` is the refresh token of this generation. */
  matches(token: string, tokenOrigin: TokenOrigin, generation: number): boolean;
}

const ID_BYTES = 16;
const GENERATION_BYTES = 4;
const MAC_BYTES = 32;
const TOKEN_BYTES = ID_BYTES + GENERATION_BYTES + MAC_BYTES;

const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param key server key from which tokens are derived; the same on every node */
export function createRefreshTokens(key: string): RefreshTokens {
  const tokenOf: RefreshTokens['tokenOf'] = ({ id, firstHash }, generation) => {
    const claim = Buffer.alloc(ID_BYTES + GENERATION_BYTES);
    claim.write(id.replaceAll('-', ''), 'hex');
    claim.writeUInt32BE(generation, ID_BYTES);
    const claimMac = createHmac('sha256', key).update(claim).update(firstHash).digest();
    return Buffer.concat([claim, claimMac]).toString('base64url');
  };
  return {
    tokenOf,
    parse: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== TOKEN_BYTES) return null;
      return {
        sessionId: uuidText(bytes.subarray(0, ID_BYTES)),
        generation: bytes.readUInt32BE(ID_BYTES),
      };
    },
    matches: (token, tokenOrigin, generation) =>
      generation > 0 &&
      timingSafeEqual(hashToken(tokenOf(tokenOrigin, generation)), hashToken(token)),
  };
}
