import { createHash } from 'node:crypto';
import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { Pool } from 'pg';

/** A consent whose authorization code was not exchanged for a token yet. */
export interface StoredConsent {
  readonly discordId: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** The PKCE challenge of the request (S256); null for a request without one. */
  readonly challenge: string | null;
}

/** The account and scope of an access token. */
export interface AccessTokenOwner {
  readonly discordId: string;
  readonly scope: string;
}

export interface TokenPair {
  readonly accessToken: string;
  /** Refresh token; null for the application's own token, because the application can request another at any time. */
  readonly refreshToken: string | null;
}

/** Lifetime of an authorization code, in ms. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** Lifetime of an access token, in seconds. */
export const TOKEN_LIFETIME_S = 7 * 24 * 60 * 60;

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export interface GrantStoreDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Creates the storage of authorization codes and tokens, of which only hashes are stored; every change is one
 * statement.
 */
export function createGrantStore({ pool, clock, ids }: GrantStoreDeps) {
  const msAfterNow = (ms: number) => clock.now().getTime() + ms;
  const insertSecret = (kind: 'code' | 'token', secret: string, body: object) =>
    pool.query(`INSERT INTO discord_sandbox (kind, id, body) VALUES ($1, $2, $3::jsonb)`, [
      kind,
      hashSecret(secret),
      JSON.stringify(body),
    ]);
  return {
    /** Issues an authorization code for a consent; the code works once, for ten minutes. */
    async issueCode(consent: StoredConsent): Promise<string> {
      const code = ids.secret(24);
      await insertSecret('code', code, { ...consent, expiresAt: msAfterNow(CODE_LIFETIME_MS) });
      return code;
    },

    /** Consumes an authorization code and returns its consent; null when the code is unknown, used or expired. */
    async consumeCode(code: string): Promise<StoredConsent | null> {
      const { rows } = await pool.query<{ body: StoredConsent & { expiresAt: number } }>(
        `DELETE FROM discord_sandbox WHERE kind = 'code' AND id = $1 RETURNING body`,
        [hashSecret(code)],
      );
      const consent = rows[0]?.body;
      return consent && consent.expiresAt > msAfterNow(0) ? consent : null;
    },

    async issueTokens(
      owner: AccessTokenOwner,
      { withRefreshToken }: { withRefreshToken: boolean },
    ): Promise<TokenPair> {
      const accessToken = ids.secret(24);
      const refreshToken = withRefreshToken ? ids.secret(24) : null;
      await insertSecret('token', accessToken, {
        ...owner,
        refresh: refreshToken === null ? null : hashSecret(refreshToken),
        expiresAt: msAfterNow(TOKEN_LIFETIME_S * 1000),
      });
      return { accessToken, refreshToken };
    },

    /** The account and scope of an access token; null for an invalid token. */
    async findAccessTokenOwner(token: string): Promise<AccessTokenOwner | null> {
      const { rows } = await pool.query<{ body: AccessTokenOwner }>(
        `SELECT body FROM discord_sandbox WHERE kind = 'token' AND id = $1
           AND (body->>'expiresAt')::float8 > $2`,
        [hashSecret(token), msAfterNow(0)],
      );
      return rows[0]?.body ?? null;
    },

    /** Revokes an authorization, given its access token or its refresh token. */
    async revoke(token: string): Promise<void> {
      await pool.query(
        `DELETE FROM discord_sandbox WHERE kind = 'token' AND (id = $1 OR body->>'refresh' = $1)`,
        [hashSecret(token)],
      );
    },

    /** Deletes expired codes, tokens, invites and request counts. */
    async deleteExpired(): Promise<void> {
      await pool.query(
        `DELETE FROM discord_sandbox WHERE (kind, id) IN (
           SELECT kind, id FROM discord_sandbox
           WHERE (kind IN ('code', 'token', 'invite') AND (body->>'expiresAt')::float8 <= $1)
              OR (kind = 'bucket' AND (body->>'resetAt')::float8
                    < extract(epoch FROM clock_timestamp()) * 1000 - 60000)
           FOR UPDATE SKIP LOCKED)`,
        [msAfterNow(0)],
      );
    },
  };
}

export type GrantStore = ReturnType<typeof createGrantStore>;
