import { createHash, createSecretKey } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../ports/clock.ts';

const ISSUER = 'guilda';
const AUDIENCE = 'guilda-api';
const ALGORITHM = 'HS256';

export interface AccessClaims {
  readonly uid: string;
  readonly sessionId: string;
}

export interface AccessTokens {
  /** The same for the same claims and second. @param issuedAt now unless given */
  sign(claims: AccessClaims, issuedAt?: Date): Promise<string>;
  /** Null for anything that is not a valid access token of ours. */
  verify(token: string): Promise<AccessClaims | null>;
}

/** Tokens remembered at most; the oldest goes first. */
const REMEMBERED = 10_000;

/** Access tokens: JWTs of 15 minutes, signed with the program's secret (`product §3`). */
export function accessTokens(secret: string, clock: Clock): AccessTokens {
  // Made ready once: the library would import a secret of bare bytes anew for every token.
  const key = createSecretKey(secret, 'utf8');
  // What a signature vouches for does not change: it is checked once, not at every call.
  const good = new Map<string, { readonly claims: AccessClaims; readonly until: number }>();
  return {
    sign: ({ uid, sessionId }, issuedAt = clock.now()) => {
      const seconds = Math.floor(issuedAt.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(uid)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + limits.accessTokenMinutes * 60)
        .sign(key);
    },
    verify: async (token) => {
      const before = good.get(token);
      if (before) return clock.now().getTime() < before.until ? before.claims : null;
      const checked = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: 'at+jwt',
        currentDate: clock.now(),
      }).catch(() => null);
      const { sub: uid, sid: sessionId, exp } = checked?.payload ?? {};
      if (!uid || typeof sessionId !== 'string' || exp === undefined) return null;
      const claims = { uid, sessionId };
      if (good.size >= REMEMBERED) good.delete(good.keys().next().value ?? '');
      good.set(token, { claims, until: exp * 1000 });
      return claims;
    },
  };
}

/** What is kept of a refresh token; 256 bits that nobody can guess need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
