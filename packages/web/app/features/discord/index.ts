export { DiscordCallbackPage } from './callback-page.tsx';
export { DiscordLine } from './discord-line.tsx';
