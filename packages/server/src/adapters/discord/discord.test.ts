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
const CLOSED_API = 'http://127.0.0.1:1/api';

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
  const { state } = peer;
  const createRooms = (installation: string, apiBase = peer.apiBase) =>
    createDiscordRooms({ config: state.setup, apiBase, installation, log: quietLog });
  return {
    rooms: createRooms('a1b2'),
    otherInstallation: createRooms('c3d4'),
    unreachable: createRooms('a1b2', CLOSED_API),
    placePerson: async (id, where) => {
      if (where === 'elsewhere') state.members.delete(id);
      else state.members.set(id, where === 'in_voice' ? state.lobbyId : null);
    },
    voiceOf: async (id) => state.members.get(id) ?? null,
    openTo: async (id) =>
      state.channels
        .get(id)
        ?.permission_overwrites.filter(
          (overwrite) => overwrite.type === 1 && overwrite.id !== state.botId,
        )
        .map((overwrite) => overwrite.id) ?? null,
    fail: async (failure) => failNextRequests(peer, failure),
    close: () => peer.close(),
  };
});

describeDiscordAccounts('Discord', async (): Promise<DiscordAccountsHarness> => {
  const peer = await startDiscordPeer();
  const { state } = peer;
  const createAccounts = (apiBase: string) =>
    createDiscordAccounts({ config: state.setup, apiBase, log: quietLog });
  return {
    accounts: createAccounts(peer.apiBase),
    unreachable: createAccounts(CLOSED_API),
    redirectUri: state.redirectUris[0] ?? '',
    consent: async (url, discordId) => {
      const { searchParams } = new URL(url);
      const code = state.newId();
      state.codes.set(code, {
        discordId,
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
      });
      return code;
    },
    fail: async (failure) => failNextRequests(peer, failure),
    tokens: async () => state.tokens.size,
    close: () => peer.close(),
  };
});
