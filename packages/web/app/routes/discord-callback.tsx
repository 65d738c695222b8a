import { DiscordCallbackPage } from '../features/discord/index.ts';

export function meta() {
  return [
    { title: 'Conectar Discord · Guilda' },
    { name: 'robots', content: 'noindex' },
    // The address holds a code for a moment.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default DiscordCallbackPage;
