export { DiscordCallbackPage } from './discord-callback-page.tsx';
export { DiscordConnection } from './discord-connection.tsx';
