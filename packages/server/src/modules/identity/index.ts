export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export { sessionsDataExport } from './data-export.ts';
export { createRefreshTokens } from './refresh-tokens.ts';
export { lockSession, revokeAllSessions } from './session-store.ts';
export { authenticate, getActiveSessionRoles } from './sessions.ts';
