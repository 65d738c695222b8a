import { createHash, createSecretKey } from 'node:crypto';
import { limits } from '@guilda/contract/limits';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../ports/clock.ts';

const TOKEN_ISSUER = 'guilda';
const TOKEN_AUDIENCE = 'guilda-api';
const TOKEN_ALGORITHM = 'HS256';

export interface AccessTokenClaims {
  readonly uid: string;
  readonly sessionId: string;
}

export interface AccessTokens {
  /**
   * Signs claims. Equal claims that are signed in the same second give the same token.
   * @param issuedAt issue time in the token; the current time when absent
   */
  sign(claims: AccessTokenClaims, issuedAt?: Date): Promise<string>;
  /** Verifies a token and returns its claims; null when it is not a valid access token of this installation. */
  verify(token: string): Promise<AccessTokenClaims | null>;
}

/** Maximum number of cached verifications; when the cache is full, the oldest one is dropped. */
const MAX_CACHED_VERIFICATIONS = 10_000;

/** Access tokens: JWTs signed with the server secret, valid for 15 minutes (docs/product/accounts.md). */
export function createAccessTokens(secret: string, clock: Clock): AccessTokens {
  // The key object is created once, because the JWT library would import raw bytes again for each token.
  const key = createSecretKey(secret, 'utf8');
  // A valid signature never becomes invalid, so the claims of a verified token are cached until the token expires.
  const verifiedTokens = new Map<
    string,
    { readonly claims: AccessTokenClaims; readonly until: number }
  >();
  return {
    sign: ({ uid, sessionId }, issuedAt = clock.now()) => {
      const seconds = Math.floor(issuedAt.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: 'at+jwt' })
        .setIssuer(TOKEN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(uid)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + limits.accessTokenMinutes * 60)
        .sign(key);
    },
    verify: async (token) => {
      const cachedVerification = verifiedTokens.get(token);
      if (cachedVerification)
        return clock.now().getTime() < cachedVerification.until ? cachedVerification.claims : null;
      const verification = await jwtVerify(token, key, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        typ: 'at+jwt',
        currentDate: clock.now(),
      }).catch(() => null);
      const { sub: uid, sid: sessionId, exp } = verification?.payload ?? {};
      if (!uid || typeof sessionId !== 'string' || exp === undefined) return null;
      const claims = { uid, sessionId };
      if (verifiedTokens.size >= MAX_CACHED_VERIFICATIONS)
        verifiedTokens.delete(verifiedTokens.keys().next().value ?? '');
      verifiedTokens.set(token, { claims, until: exp * 1000 });
      return claims;
    },
  };
}

/** The hash of a refresh token as stored in the database. Tokens have 256 random bits and therefore need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
