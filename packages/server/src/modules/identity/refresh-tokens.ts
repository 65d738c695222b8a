import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashToken } from './tokens.ts';

/** What the later refresh tokens of a session are made from; neither ever changes. */
export interface TokenOrigin {
  /** The session's id, a UUID. */
  readonly id: string;
  /** Hash of the random token that the session began with. */
  readonly firstHash: Buffer;
}

/** The session and generation that a token says it is of. */
export interface TokenClaim {
  readonly sessionId: string;
  readonly generation: number;
}

/**
 * The refresh tokens that replace the one a session began with, which is generation 0: each is a keyed
 * hash, so that it can be told again and recognised for ever without being kept.
 */
export interface RefreshTokens {
  /** The token of a generation, from 1 on; the same each time. */
  of(origin: TokenOrigin, generation: number): string;
  /** What a token says of itself, unproven; null for one that replaced none. */
  read(token: string): TokenClaim | null;
  /** Whether it is the token of this generation. */
  matches(token: string, origin: TokenOrigin, generation: number): boolean;
}

const ID_BYTES = 16;
const GENERATION_BYTES = 4;
const MAC_BYTES = 32;
const TOKEN_BYTES = ID_BYTES + GENERATION_BYTES + MAC_BYTES;

const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param key of the program, the same on every node */
export function refreshTokens(key: string): RefreshTokens {
  const of: RefreshTokens['of'] = ({ id, firstHash }, generation) => {
    const said = Buffer.alloc(ID_BYTES + GENERATION_BYTES);
    said.write(id.replaceAll('-', ''), 'hex');
    said.writeUInt32BE(generation, ID_BYTES);
    const mac = createHmac('sha256', key).update(said).update(firstHash).digest();
    return Buffer.concat([said, mac]).toString('base64url');
  };
  return {
    of,
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== TOKEN_BYTES) return null;
      return {
        sessionId: uuidText(bytes.subarray(0, ID_BYTES)),
        generation: bytes.readUInt32BE(ID_BYTES),
      };
    },
    matches: (token, origin, generation) =>
      generation > 0 && timingSafeEqual(hashToken(of(origin, generation)), hashToken(token)),
  };
}
