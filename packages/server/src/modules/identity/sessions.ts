import type { Session } from '@guilda/contract/identity';
import type { Authenticate, Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findToken } from './refresh-store.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import {
  liveSessions,
  revokeOthers,
  revokeSession,
  standingAmong,
  standingOf,
} from './session-store.ts';
import type { AccessTokens } from './tokens.ts';

export interface SessionDeps {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
}

/** Ends the session of a refresh token, be it the newest or one that was replaced. */
export const logout =
  ({ database, refreshTokens }: SessionDeps) =>
  async (refreshToken: string): Promise<Result<undefined, never>> => {
    const known = await findToken(database.db, refreshTokens, refreshToken);
    if (known) await revokeSession(database.db, known.uid, known.id);
    return ok(undefined);
  };

export const listSessions =
  (deps: SessionDeps) =>
  async (actor: Person): Promise<Result<{ sessions: Session[] }, never>> => {
    const rows = await liveSessions(deps.database.db, actor.uid);
    return ok({
      sessions: rows.map((row) => ({
        id: row.id,
        device: row.device,
        current: row.id === actor.sessionId,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
      })),
    });
  };

export const endSession =
  (deps: SessionDeps) =>
  async (actor: Person, id: string): Promise<Result<undefined, 'session_not_found'>> =>
    (await revokeSession(deps.database.db, actor.uid, id))
      ? ok(undefined)
      : err('session_not_found');

/** Signs every device out but the one that asks. */
export const endOtherSessions =
  (deps: SessionDeps) =>
  async ({ uid, sessionId }: Person): Promise<Result<undefined, never>> => {
    await revokeOthers(deps.database.db, uid, sessionId);
    return ok(undefined);
  };

/**
 * Who an access token speaks for right now; a session that was ended no longer speaks, nor does one
 * of a suspended person, unless whatever is asked for is theirs in any standing.
 */
export const authenticate =
  (deps: Pick<SessionDeps, 'database' | 'tokens'>): Authenticate =>
  async (token, whose = 'good'): Promise<Result<Person, 'token_invalid' | 'account_suspended'>> => {
    const claims = await deps.tokens.verify(token);
    if (!claims) return err('token_invalid');
    const standing = await standingOf(deps.database.pool, claims.sessionId, claims.uid);
    if (!standing) return err('token_invalid');
    if (standing.suspended && whose !== 'any') return err('account_suspended');
    return ok({
      kind: 'person',
      uid: standing.uid,
      role: standing.role,
      sessionId: claims.sessionId,
      adult: standing.adult,
      blocks: standing.blocks,
    });
  };

/** Of these sessions, whose tokens were good, those that still speak, with the roles of their people. */
export const standingSessions =
  ({ database }: Pick<SessionDeps, 'database'>) =>
  (sessionIds: readonly string[]): ReturnType<typeof standingAmong> =>
    standingAmong(database.db, sessionIds);
