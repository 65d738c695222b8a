export { DiscordCallbackPage } from './discord-callback-page.tsx';
export { DiscordConnection } from './discord-connection.tsx';
export { DiscordStep, useDiscordMissing } from './discord-step.tsx';
export { openDiscordConsent, useConnectDiscord } from './use-connect-discord.ts';
