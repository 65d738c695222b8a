export { DiscordCallbackPage } from './discord-callback-page.tsx';
export { DiscordConnection } from './discord-connection.tsx';
export { DiscordStep } from './discord-step.tsx';
export { openDiscordConsent } from './use-connect-discord.ts';
