import { DiscordCallbackPage } from '../features/discord/index.ts';

export function meta() {
  return [
    { title: 'Conectar Discord · Guilda' },
    { name: 'robots', content: 'noindex' },
    // The address briefly contains a secret code, which must not be sent to other sites as the referrer.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default DiscordCallbackPage;
