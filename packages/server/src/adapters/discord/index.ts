export { createDiscordAccounts } from './discord-accounts.ts';
export type { DiscordSetup } from './discord-api.ts';
export { createDiscordRooms } from './discord-rooms.ts';
