import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import { endReplayed, findToken, type KnownToken, useToken } from './refresh-store.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import { standingOf } from './session-store.ts';
import { type AccessTokens, hashToken } from './tokens.ts';

export interface RefreshDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  /** Seconds for which a replaced refresh token gives the answer that replaced it. */
  readonly refreshGraceSeconds: number;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/** A request for a new access token, and with `rotate` for a new refresh token. */
export interface RefreshRequest {
  readonly uid: string;
  readonly refreshToken: string;
  readonly rotate?: boolean | undefined;
}

/** What a refresh gives; `refreshToken` where it was to be replaced. */
export interface Refreshed {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** A clock of the program further from the database's than this is not set by it, in ms. */
const CLOCKS_APART_MS = 120_000;

/** The time of the token's replacement, so that who asks again is told the same; else now. */
function issuedAt({ clock }: RefreshDeps, replacedAt: Date | null): Date {
  const now = clock.now();
  if (!replacedAt) return now;
  return Math.abs(now.getTime() - replacedAt.getTime()) < CLOCKS_APART_MS ? replacedAt : now;
}

async function refuse(deps: RefreshDeps, known: KnownToken) {
  const { database, log, refreshGraceSeconds } = deps;
  if (await endReplayed(database.db, known, refreshGraceSeconds))
    log.info({ sessionId: known.id }, 'a replaced refresh token came back: its session was ended');
  return err('token_invalid');
}

/**
 * A new access token. The refresh token stays the same for its 30 days (`spec §7`) unless the client asks
 * to replace it: within the grace the old one gives the same answer, afterwards it ends the session, as
 * somebody else may have it (`product §3`).
 */
export const refresh =
  (deps: RefreshDeps) =>
  async ({
    uid,
    refreshToken,
    rotate = false,
  }: RefreshRequest): Promise<Result<Refreshed, 'token_invalid'>> => {
    const { database, tokens, refreshTokens, refreshGraceSeconds: grace } = deps;
    const known = await findToken(database.db, refreshTokens, refreshToken);
    if (known?.uid !== uid) return err('token_invalid');
    const successor = rotate ? refreshTokens.of(known, known.generation + 1) : null;
    const next = successor === null ? null : hashToken(successor);
    const used = await useToken(database.db, known, { next, grace });
    if (!used) return refuse(deps, known);
    if (!(await standingOf(database.pool, known.id, uid))) return err('token_invalid');
    const claims = { uid, sessionId: known.id };
    if (successor === null) return ok({ accessToken: await tokens.sign(claims) });
    const accessToken = await tokens.sign(claims, issuedAt(deps, used.replacedAt));
    return ok({ accessToken, refreshToken: successor });
  };
