export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export {
  type ConfirmationUse,
  type LockedConfirmation,
  lockConfirmation,
} from './confirmations/use-confirmation.ts';
export { sessionsDataExport } from './data-export.ts';
export { createRefreshTokens } from './refresh-tokens.ts';
export { createSessionCache, type SessionCache } from './session-cache.ts';
export { lockSession, revokeAllSessions } from './session-store.ts';
export { authenticate, authenticateSession, getActiveSessionRoles } from './sessions.ts';
