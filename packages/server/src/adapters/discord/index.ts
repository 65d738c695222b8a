export { diagnoseDiscord } from './diagnose.ts';
export { createDiscordAccounts } from './discord-accounts.ts';
export type { DiscordSetup, UrlSource } from './discord-api.ts';
export { createDiscordRooms } from './discord-rooms.ts';
