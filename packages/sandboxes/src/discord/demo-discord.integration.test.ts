import { findFreePort } from '@guilda/server/platform/network/free-port';
import {
  sandboxIdentity,
  startDiscordSandboxFixture,
} from '../../../server/test/peers/discord-sandbox-fixture.ts';
import {
  type DiscordAccountsHarness,
  describeDiscordAccounts,
} from '../../../server/test/ports/discord-accounts-suite.ts';
import {
  describeVoiceRooms,
  type VoiceRoomsHarness,
} from '../../../server/test/ports/voice-rooms-suite.ts';
import { createAccountStore } from './sandbox/store/accounts.ts';
import { createChannelStore } from './sandbox/store/channels.ts';
import { fixedIdsOf } from './sandbox-identity.ts';

const { lobbyId, botId } = fixedIdsOf(sandboxIdentity.guildId);

async function createRoomsHarness(): Promise<VoiceRoomsHarness> {
  const fixture = await startDiscordSandboxFixture();
  // The harness reads the stores directly, because requests to the API would use up the bot's rate limit.
  const accounts = createAccountStore(fixture.pool, lobbyId);
  const channels = createChannelStore(fixture.pool);
  const voiceStates = { in_voice: true, in_server: false } as const;
  return {
    rooms: fixture.rooms(),
    otherInstallation: fixture.rooms('c3d4'),
    unreachable: fixture.rooms('a1b2', `http://127.0.0.1:${await findFreePort()}`),
    async placePerson(discordId, location) {
      if (location !== 'elsewhere')
        await fixture.dev('voice', { discordId, connected: voiceStates[location] });
      else await fixture.form('/sandbox/discord/places', { conta: discordId, lugar: 'fora' });
    },
    voiceOf: async (discordId) => (await accounts.byId(discordId))?.channelId ?? null,
    async openTo(channelId) {
      const channel = await channels.byId(channelId);
      const people = channel?.overwrites.filter(({ id, type }) => type === 1 && id !== botId);
      return people?.map(({ id }) => id) ?? null;
    },
    fail: async (failure) => {
      await fixture.dev('failure', failure);
    },
    close: () => fixture.close(),
  };
}

async function createAccountsHarness(): Promise<DiscordAccountsHarness> {
  const fixture = await startDiscordSandboxFixture();
  return {
    accounts: fixture.accounts(),
    unreachable: fixture.accounts(`http://127.0.0.1:${await findFreePort()}`),
    redirectUri: fixture.redirectUri,
    async consent(authorizeUrl, discordId) {
      await fixture.dev('voice', { discordId, connected: false });
      const fields = { conta: discordId, resposta: 'autorizar' };
      const { headers } = await fixture.form(authorizeUrl.slice(fixture.address.length), fields);
      return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    },
    fail: async (failure) => {
      await fixture.dev('failure', failure);
    },
    async tokens() {
      const sql = "SELECT count(*)::int AS n FROM discord_sandbox WHERE kind = 'token'";
      return (await fixture.pool.query(sql)).rows[0].n;
    },
    close: () => fixture.close(),
  };
}

describeVoiceRooms('sandbox', createRoomsHarness);
describeDiscordAccounts('sandbox', createAccountsHarness);
