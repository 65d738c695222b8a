export { heldSessions } from './held-sessions.ts';
export { refreshTokens } from './refresh-tokens.ts';
export { type IdentityDeps, identityHandlers } from './routes.ts';
export { keepSession, revokeAllSessions } from './session-store.ts';
export { authenticate, standingSessions } from './sessions.ts';
export { type AccessTokens, accessTokens } from './tokens.ts';
