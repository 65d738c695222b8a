import { sandboxIdentity, startDiscordSandboxRig } from '../../../test/discord-sandbox-rig.ts';
import {
  type DiscordAccountsHarness,
  describeDiscordAccounts,
} from '../../../test/ports/discord-accounts-suite.ts';
import {
  describeVoiceRooms,
  type VoiceRoomsHarness,
} from '../../../test/ports/voice-rooms-suite.ts';
import { freePort } from '../../platform/free-port.ts';

const { guildId } = sandboxIdentity;

async function roomsHarness(): Promise<VoiceRoomsHarness> {
  const rig = await startDiscordSandboxRig();
  const place = { in_voice: true, in_server: false } as const;
  return {
    rooms: rig.rooms(),
    others: rig.rooms('c3d4'),
    unreachable: rig.rooms('a1b2', `http://127.0.0.1:${await freePort()}`),
    async put(discordId, where) {
      if (where !== 'elsewhere') await rig.dev('voice', { discordId, connected: place[where] });
      else await rig.form('/sandbox/discord/places', { conta: discordId, lugar: 'fora' });
    },
    async voiceOf(discordId) {
      const { body } = await rig.api('GET', `/guilds/${guildId}/voice-states/${discordId}`);
      return (body['channel_id'] as string | undefined) ?? null;
    },
    async openTo(channelId) {
      const { body: bot } = await rig.api('GET', '/users/@me');
      const { status, body } = await rig.api('GET', `/channels/${channelId}`);
      if (status === 404) return null;
      const overwrites = body['permission_overwrites'] as { id: string; type: number }[];
      const people = overwrites.filter(({ id, type }) => type === 1 && id !== bot['id']);
      return people.map(({ id }) => id);
    },
    fail: async (order) => {
      await rig.dev('failure', order);
    },
    close: () => rig.close(),
  };
}

async function accountsHarness(): Promise<DiscordAccountsHarness> {
  const rig = await startDiscordSandboxRig();
  return {
    accounts: rig.accounts(),
    unreachable: rig.accounts(`http://127.0.0.1:${await freePort()}`),
    redirectUri: rig.redirectUri,
    async consent(authorizeUrl, discordId) {
      await rig.dev('voice', { discordId, connected: false });
      const fields = { conta: discordId, resposta: 'autorizar' };
      const { headers } = await rig.form(authorizeUrl.slice(rig.address.length), fields);
      return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    },
    fail: async (order) => {
      await rig.dev('failure', order);
    },
    async tokens() {
      const sql = "SELECT count(*)::int AS n FROM discord_sandbox WHERE kind = 'token'";
      return (await rig.pool.query(sql)).rows[0].n;
    },
    close: () => rig.close(),
  };
}

describeVoiceRooms('sandbox', roomsHarness);
describeDiscordAccounts('sandbox', accountsHarness);
