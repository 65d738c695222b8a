export type { DiscordDeps } from './link-deps.ts';
export { forgetDiscordOf } from './link-state-store.ts';
export { discordHandlers } from './routes.ts';
