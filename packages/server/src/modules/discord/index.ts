export { type DiscordDeps, discordHandlers } from './routes.ts';
