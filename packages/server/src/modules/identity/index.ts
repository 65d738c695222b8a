export { type IdentityDeps, identityHandlers } from './routes.ts';
export { revokeAllSessions } from './session-store.ts';
export { authenticate, sessionStands } from './sessions.ts';
export { type AccessTokens, accessTokens } from './tokens.ts';
