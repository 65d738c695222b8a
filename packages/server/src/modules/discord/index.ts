export type { DiscordDeps } from './link-deps.ts';
export { challengeOf } from './link-state.ts';
export { forgetDiscordOf } from './link-state-store.ts';
export { discordHandlers } from './routes.ts';
