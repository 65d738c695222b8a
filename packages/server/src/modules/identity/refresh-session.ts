import type { ClientOrigin, RecordAccess } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AccessTokens, hashToken } from './access-tokens.ts';
import {
  consumeRefreshToken,
  findRefreshToken,
  type IssuedRefreshToken,
  revokeReplayedSession,
} from './refresh-token-store.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { findSessionAccount } from './session-store.ts';

export interface RefreshDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly recordAccess: RecordAccess;
  /** Seconds during which a replaced refresh token still gives the same answer as its first use. */
  readonly refreshGraceSeconds: number;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** A request for a new access token; with `rotate` also for a new refresh token. */
export interface RefreshRequest {
  readonly uid: string;
  readonly refreshToken: string;
  readonly rotate?: boolean | undefined;
}

/** The new tokens; `refreshToken` is present only when rotation was requested. */
export interface RefreshResult {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** Maximum difference in ms between a replacement time and this process's clock; a time further away is ignored. */
const MAX_CLOCK_SKEW_MS = 120_000;

/**
 * The issue time of the tokens: the time at which the refresh token was replaced, so that a repeated request gets equal
 * tokens; otherwise now.
 */
function issueTimeOf({ clock }: RefreshDeps, replacedAt: Date | null): Date {
  const now = clock.now();
  if (!replacedAt) return now;
  return Math.abs(now.getTime() - replacedAt.getTime()) < MAX_CLOCK_SKEW_MS ? replacedAt : now;
}

async function refuseRefresh(deps: RefreshDeps, issuedToken: IssuedRefreshToken) {
  const { database, log, refreshGraceSeconds } = deps;
  if (await revokeReplayedSession(database.db, issuedToken, refreshGraceSeconds))
    log.info(
      { sessionId: issuedToken.id },
      'a replaced refresh token was used again: its session was ended',
    );
  return err('token_invalid');
}

/**
 * Issues a new access token. The refresh token stays the same for its 30 days unless the client asks to rotate it.
 * A refresh token that was replaced gives the same answer for the grace period. Its later use ends the session, because
 * a thief may be using it (docs/product/accounts.md).
 */
export const refreshSession =
  (deps: RefreshDeps) =>
  async (
    { uid, refreshToken, rotate = false }: RefreshRequest,
    client: ClientOrigin,
  ): Promise<Result<RefreshResult, 'token_invalid'>> => {
    const { database, tokens, refreshTokens, refreshGraceSeconds } = deps;
    const foundToken = await findRefreshToken(database.db, refreshTokens, refreshToken);
    if (foundToken?.uid !== uid) return err('token_invalid');
    const nextToken = rotate ? refreshTokens.tokenOf(foundToken, foundToken.generation + 1) : null;
    const nextTokenHash = nextToken === null ? null : hashToken(nextToken);
    const consumedToken = await consumeRefreshToken(database.db, foundToken, {
      next: nextTokenHash,
      graceSeconds: refreshGraceSeconds,
    });
    if (!consumedToken) return refuseRefresh(deps, foundToken);
    if (!(await findSessionAccount(database.pool, foundToken.id, uid))) return err('token_invalid');
    deps.recordAccess({ uid, kind: 'refresh', client });
    const claims = { uid, sessionId: foundToken.id };
    if (nextToken === null) return ok({ accessToken: await tokens.sign(claims) });
    const accessToken = await tokens.sign(claims, issueTimeOf(deps, consumedToken.replacedAt));
    return ok({ accessToken, refreshToken: nextToken });
  };
