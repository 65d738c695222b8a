import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

const unlinkedDiscordId = '100000000000000001';

/** Expectations about calls and linked Discord accounts, which only their owner may use. */
export const callExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'calls.getCurrentCall': { statuses: signedIn(200), call: () => ({ url: '/api/calls/current' }) },
  'calls.openCallRoom': {
    // No person here has a Discord account, and no call rings.
    statuses: signedIn(403),
    call: () =>
      jsonCall('/discord/call', { caller_id: unlinkedDiscordId, receiver_id: unlinkedDiscordId }),
  },
  'discord.authorizeDiscord': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/discord/authorize' }),
  },
  'discord.linkDiscord': {
    statuses: signedIn(400),
    call: () => jsonCall('/api/discord/link', { code: 'x', state: 'x' }),
  },
  'discord.unlinkDiscord': { statuses: signedIn(204), call: () => ({ url: '/api/discord/link' }) },
};
