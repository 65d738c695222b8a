import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  type DiscordPeer,
  discordError,
  rateLimited,
  startDiscordPeer,
} from '../../../test/peers/discord/peer.ts';
import {
  type DiscordAccountsHarness,
  describeDiscordAccounts,
} from '../../../test/ports/discord-accounts-suite.ts';
import {
  describeVoiceRooms,
  type RequestedFailure,
  type VoiceRoomsHarness,
} from '../../../test/ports/voice-rooms-suite.ts';
import { createDiscordAccounts } from './discord-accounts.ts';
import { createDiscordRooms } from './discord-rooms.ts';

/** No server listens at this address. */
const NOWHERE = 'http://127.0.0.1:1/api';

function failNextRequests(
  peer: DiscordPeer,
  { status, code = 0, times, path = '' }: RequestedFailure,
): void {
  if (times === 0) peer.forget();
  const answer = status === 429 ? rateLimited(0.25) : discordError(status, code);
  peer.script(path, ...Array.from({ length: times }, () => answer));
}

describeVoiceRooms('Discord', async (): Promise<VoiceRoomsHarness> => {
  const peer = await startDiscordPeer();
  const { world } = peer;
  const rooms = (installation: string, apiBase = peer.apiBase) =>
    createDiscordRooms({ config: world.setup, apiBase, installation, log: quietLog });
  return {
    rooms: rooms('a1b2'),
    others: rooms('c3d4'),
    unreachable: rooms('a1b2', NOWHERE),
    placePerson: async (id, where) => {
      if (where === 'elsewhere') world.members.delete(id);
      else world.members.set(id, where === 'in_voice' ? world.lobbyId : null);
    },
    voiceOf: async (id) => world.members.get(id) ?? null,
    openTo: async (id) =>
      world.channels
        .get(id)
        ?.permission_overwrites.filter((each) => each.type === 1 && each.id !== world.botId)
        .map((each) => each.id) ?? null,
    fail: async (failure) => failNextRequests(peer, failure),
    close: () => peer.close(),
  };
});

describeDiscordAccounts('Discord', async (): Promise<DiscordAccountsHarness> => {
  const peer = await startDiscordPeer();
  const { world } = peer;
  const accounts = (apiBase: string) =>
    createDiscordAccounts({ config: world.setup, apiBase, log: quietLog });
  return {
    accounts: accounts(peer.apiBase),
    unreachable: accounts(NOWHERE),
    redirectUri: world.redirectUris[0] ?? '',
    consent: async (url, discordId) => {
      const { searchParams } = new URL(url);
      const code = world.newId();
      world.codes.set(code, {
        discordId,
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
      });
      return code;
    },
    fail: async (failure) => failNextRequests(peer, failure),
    tokens: async () => world.tokens.size,
    close: () => peer.close(),
  };
});
