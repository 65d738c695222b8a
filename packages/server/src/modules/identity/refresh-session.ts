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
  /** Seconds for which a replaced refresh token still gives the same answer. */
  readonly refreshGraceSeconds: number;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** A request for a new access token, and with `rotate` for a new refresh token. */
export interface RefreshRequest {
  readonly uid: string;
  readonly refreshToken: string;
  readonly rotate?: boolean | undefined;
}

/** Result of a refresh; `refreshToken` only when rotation was requested. */
export interface RefreshResult {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** Larger differences between the clocks of process and database are ignored, in ms. */
const MAX_CLOCK_SKEW_MS = 120_000;

/** Issue time: when the token was replaced, so that a repeated request gets the same tokens; else now. */
function issueTimeOf({ clock }: RefreshDeps, replacedAt: Date | null): Date {
  const now = clock.now();
  if (!replacedAt) return now;
  return Math.abs(now.getTime() - replacedAt.getTime()) < MAX_CLOCK_SKEW_MS ? replacedAt : now;
}

async function refuseRefresh(deps: RefreshDeps, known: IssuedRefreshToken) {
  const { database, log, refreshGraceSeconds } = deps;
  if (await revokeReplayedSession(database.db, known, refreshGraceSeconds))
    log.info(
      { sessionId: known.id },
      'a replaced refresh token was used again: its session was ended',
    );
  return err('token_invalid');
}

/**
 * Issues a new access token. The refresh token stays the same for its 30 days unless the client asks to
 * rotate it. Within the grace period the old one gives the same answer; afterwards its use ends the
 * session, because somebody else may have it (docs/product/accounts.md).
 */
export const refreshSession =
  (deps: RefreshDeps) =>
  async ({
    uid,
    refreshToken,
    rotate = false,
  }: RefreshRequest): Promise<Result<RefreshResult, 'token_invalid'>> => {
    const { database, tokens, refreshTokens, refreshGraceSeconds: grace } = deps;
    const known = await findRefreshToken(database.db, refreshTokens, refreshToken);
    if (known?.uid !== uid) return err('token_invalid');
    const successor = rotate ? refreshTokens.of(known, known.generation + 1) : null;
    const next = successor === null ? null : hashToken(successor);
    const used = await consumeRefreshToken(database.db, known, { next, grace });
    if (!used) return refuseRefresh(deps, known);
    if (!(await findSessionAccount(database.pool, known.id, uid))) return err('token_invalid');
    const claims = { uid, sessionId: known.id };
    if (successor === null) return ok({ accessToken: await tokens.sign(claims) });
    const accessToken = await tokens.sign(claims, issueTimeOf(deps, used.replacedAt));
    return ok({ accessToken, refreshToken: successor });
  };
