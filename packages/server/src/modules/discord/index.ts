export { pkceChallengeOf } from './oauth-state.ts';
export { deleteOAuthStatesOf } from './oauth-state-store.ts';
