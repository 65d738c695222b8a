export { ConnectDiscordHint, useLacksDiscord } from './connect-discord-hint.tsx';
export { DiscordCallbackPage } from './discord-callback-page.tsx';
export { DiscordConnection } from './discord-connection.tsx';
export { openDiscordConsent, useConnectDiscord } from './use-connect-discord.ts';
