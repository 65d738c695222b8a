import type { Session } from '@guilda/contract/accounts/identity';
import type {
  Authenticate,
  AuthenticateSession,
  ClientOrigin,
  Person,
  RecordAccess,
} from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { AccessTokens } from './access-tokens.ts';
import { findRefreshToken } from './refresh-token-store.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { SessionCache } from './session-cache.ts';
import {
  findActiveSessionRoles,
  listActiveSessions,
  revokeOtherSessions,
  revokeSession,
} from './session-store.ts';

export interface SessionDeps {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly recordAccess: RecordAccess;
}

/** Ends the session to which a refresh token belongs, even when a newer token has replaced this one. */
export const signOut =
  ({ database, refreshTokens, recordAccess }: SessionDeps) =>
  async (refreshToken: string, client: ClientOrigin): Promise<Result<undefined, never>> => {
    const foundToken = await findRefreshToken(database.db, refreshTokens, refreshToken);
    if (!foundToken) return ok(undefined);
    if (await revokeSession(database.db, foundToken.uid, foundToken.id))
      recordAccess({ uid: foundToken.uid, kind: 'sign_out', client });
    return ok(undefined);
  };

export const listSessions =
  (deps: SessionDeps) =>
  async (actor: Person): Promise<Result<{ sessions: Session[] }, never>> => {
    const rows = await listActiveSessions(deps.database.db, actor);
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

/** Ends all sessions of the actor except the current one. */
export const endOtherSessions =
  (deps: SessionDeps) =>
  async ({ uid, sessionId }: Person): Promise<Result<undefined, never>> => {
    await revokeOtherSessions(deps.database.db, uid, sessionId);
    return ok(undefined);
  };

interface KnownSessionDeps {
  readonly knownSessions: Pick<SessionCache, 'find'>;
}

/**
 * Returns the person of a session as they are now. `token_invalid` when the session has ended; `account_suspended` for
 * a suspended person, unless the endpoint accepts suspended accounts.
 */
export const authenticateSession =
  ({ knownSessions }: KnownSessionDeps): AuthenticateSession =>
  async ({ uid, sessionId }, acceptedStatus = 'good') => {
    const sessionAccount = await knownSessions.find(sessionId, uid);
    if (!sessionAccount) return err('token_invalid');
    if (sessionAccount.suspended && acceptedStatus !== 'any') return err('account_suspended');
    return ok({
      kind: 'person',
      uid: sessionAccount.uid,
      role: sessionAccount.role,
      sessionId,
      adult: sessionAccount.adult,
      blocks: sessionAccount.blocks,
    });
  };

/** Returns the actor of an access token: that of its session, or `token_invalid` when the token is invalid. */
export const authenticate =
  (deps: KnownSessionDeps & { readonly tokens: AccessTokens }): Authenticate =>
  async (token, acceptedStatus) => {
    const claims = await deps.tokens.verify(token);
    return claims ? authenticateSession(deps)(claims, acceptedStatus) : err('token_invalid');
  };

/** Those of the given sessions that are still active, with the role of each session's account. */
export const getActiveSessionRoles =
  ({ database }: Pick<SessionDeps, 'database'>) =>
  (sessionIds: readonly string[]): ReturnType<typeof findActiveSessionRoles> =>
    findActiveSessionRoles(database.db, sessionIds);
