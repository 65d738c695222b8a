import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DiscordSandboxFixture,
  sandboxIdentity,
  startDiscordSandboxFixture,
} from '../../../../../server/test/peers/discord-sandbox-fixture.ts';
import { fixedIdsOf } from '../../sandbox-identity.ts';

const { guildId, clientId } = sandboxIdentity;
const { lobbyId, textId, categoryId, botId } = fixedIdsOf(guildId);
const guildPath = `/guilds/${guildId}`;
const anaDiscordId = '300000000000000001';
const biaDiscordId = '300000000000000002';

let fixture: DiscordSandboxFixture;
beforeAll(async () => {
  fixture = await startDiscordSandboxFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.pool.query('DELETE FROM discord_sandbox'));

const postChannel = (changes: object = {}) =>
  fixture.api('POST', `${guildPath}/channels`, { name: 'Sala', type: 2, ...changes });
const createRoomId = async (changes?: object) => String((await postChannel(changes)).body['id']);
const setVoiceState = (discordId: string, connected: boolean) =>
  fixture.dev('voice', { discordId, connected });
const readVoiceState = async (id: string) =>
  (await fixture.api('GET', `${guildPath}/voice-states/${id}`)).body;
const moveMember = (id: string, channelId: string | null) =>
  fixture.api('PATCH', `${guildPath}/members/${id}`, { channel_id: channelId });
/** A refusal with an HTTP status and Discord's own error code. */
const refusalWith = (status: number, code: number) => ({ status, body: { code } });

describe('the caller of the Discord sandbox', () => {
  const endpoints = [
    ['GET', '/users/@me'],
    ['GET', '/applications/@me'],
    ['GET', guildPath],
    ['GET', `${guildPath}/channels`],
    ['POST', `${guildPath}/channels`],
    ['GET', `${guildPath}/roles`],
    ['GET', `${guildPath}/members/1`],
    ['PATCH', `${guildPath}/members/1`],
    ['GET', `${guildPath}/voice-states/1`],
    ['GET', '/channels/1'],
    ['DELETE', '/channels/1'],
    ['POST', '/channels/1/invites'],
  ] as const;

  it.each(endpoints)('needs a token for %s %s', async (method, path) => {
    for (const authorization of ['', 'Bot wrong', `Bearer ${sandboxIdentity.botToken}`]) {
      expect(await fixture.api(method, path, undefined, { authorization })).toMatchObject({
        status: 401,
        body: { code: 0, message: '401: Unauthorized' },
      });
    }
  });

  it('gets the account and application of the bot', async () => {
    expect((await fixture.api('GET', '/users/%40me')).body).toMatchObject({ id: botId, bot: true });
    expect((await fixture.api('GET', '/applications/@me')).body).toMatchObject({
      id: clientId,
      redirect_uris: [fixture.redirectUri],
    });
    expect((await fixture.api('GET', guildPath)).body).toMatchObject({ id: guildId });
    const roles = (await fixture.api('GET', `${guildPath}/roles`)).body as unknown as object[];
    expect(roles).toMatchObject([{ id: guildId, name: '@everyone' }, { tags: { bot_id: botId } }]);
  });

  it('has all permissions that calls need', async () => {
    for (const category of [null, categoryId])
      expect(await fixture.findProblems(category)).toEqual([]);
    expect(await fixture.findProblems(lobbyId)).not.toEqual([]);
  });

  it('gets an error for another server, another address and an invalid id', async () => {
    expect(await fixture.api('GET', '/guilds/1')).toMatchObject(refusalWith(404, 10_004));
    expect(await fixture.api('GET', '/nothing')).toMatchObject(refusalWith(404, 0));
    expect(await fixture.api('GET', `${guildPath}/members/ana`)).toMatchObject({
      ...refusalWith(400, 50_035),
      body: { errors: { user_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } },
    });
  });
});

describe('channels', () => {
  it('are created, found, listed with the others, and removed once', async () => {
    const response = await postChannel({ parent_id: categoryId });
    expect(response).toMatchObject({
      status: 201,
      body: { type: 2, name: 'Sala', guild_id: guildId, parent_id: categoryId, user_limit: 0 },
    });
    const path = `/channels/${response.body['id']}`;
    expect((await fixture.second.api('GET', path)).body).toEqual(response.body);
    const channels = (await fixture.api('GET', `${guildPath}/channels`)).body as unknown as {
      id: string;
    }[];
    expect(channels.map(({ id }) => id)).toEqual([
      categoryId,
      textId,
      lobbyId,
      response.body['id'],
    ]);
    expect(await fixture.api('DELETE', path)).toMatchObject({
      status: 200,
      body: { name: 'Sala' },
    });
    for (const method of ['GET', 'DELETE'])
      expect(await fixture.api(method, path)).toMatchObject(refusalWith(404, 10_003));
    const inviteResponse = await fixture.api('POST', `${path}/invites`, {});
    expect(inviteResponse).toMatchObject(refusalWith(404, 10_003));
  });

  it.each([
    [{ name: '' }, { name: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } }],
    [{ name: undefined }, { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } }],
    [{ user_limit: 100 }, { user_limit: { _errors: [{ code: 'NUMBER_TYPE_MAX' }] } }],
    [{ parent_id: lobbyId }, { parent_id: { _errors: [{ code: 'CHANNEL_PARENT_INVALID' }] } }],
    [
      { permission_overwrites: [{ id: '1', type: 0 }] },
      { permission_overwrites: { 0: { id: { _errors: [{ code: 'ROLE_INVALID' }] } } } },
    ],
  ])('are refused for the body %j', async (changes, errors) => {
    expect(await postChannel(changes)).toMatchObject({
      status: 400,
      body: { code: 50_035, errors },
    });
  });

  it('are refused where the body is no JSON', async () => {
    const headers = {
      authorization: `Bot ${sandboxIdentity.botToken}`,
      'content-type': 'application/json',
    };
    const path = `/sandbox/discord/api/v10${guildPath}/channels`;
    expect(await fixture.send(path, { method: 'POST', headers, body: '{' })).toMatchObject(
      refusalWith(400, 50_109),
    );
  });

  const addChannels = (count: number, body: object) =>
    fixture.pool.query(
      `INSERT INTO discord_sandbox (kind, id, body)
       SELECT 'channel', n::text, $2::jsonb FROM generate_series(1, $1::int) n`,
      [count, JSON.stringify({ name: 'x', type: 2, overwrites: [], ...body })],
    );

  it('are 500 at most, and 50 in a category', async () => {
    await addChannels(496, { parentId: null });
    expect(await postChannel()).toMatchObject({ status: 201 });
    expect(await postChannel()).toMatchObject(refusalWith(400, 30_013));
    await fixture.pool.query("DELETE FROM discord_sandbox WHERE kind = 'channel'");
    await addChannels(48, { parentId: categoryId });
    expect(await postChannel({ parent_id: categoryId })).toMatchObject({
      status: 400,
      body: { errors: { parent_id: { _errors: [{ code: 'CHANNEL_PARENT_MAX_CHANNELS' }] } } },
    });
    expect(await postChannel()).toMatchObject({ status: 201 });
  });

  it('need the permissions of the bot', async () => {
    const administratorOverwrites = [{ id: anaDiscordId, type: 1, allow: '8' }];
    expect(await postChannel({ permission_overwrites: administratorOverwrites })).toMatchObject(
      refusalWith(403, 50_013),
    );
    expect(await fixture.api('DELETE', `/channels/${lobbyId}`)).toMatchObject(
      refusalWith(403, 50_013),
    );
    const hidingOverwrites = [{ id: guildId, type: 0, deny: String(1 << 10) }];
    const path = `/channels/${await createRoomId({ permission_overwrites: hidingOverwrites })}`;
    for (const method of ['GET', 'DELETE'])
      expect(await fixture.api(method, path)).toMatchObject(refusalWith(403, 50_001));
    expect(await fixture.api('POST', `${path}/invites`, {})).toMatchObject(
      refusalWith(403, 50_001),
    );
  });

  it('can have invites', async () => {
    const id = await createRoomId();
    const inviteBody = { max_age: 600, max_uses: 2, unique: true };
    const { body } = await fixture.api('POST', `/channels/${id}/invites`, inviteBody);
    const { max_age, max_uses } = inviteBody;
    expect(body).toMatchObject({
      max_age,
      max_uses,
      uses: 0,
      channel: { id },
      guild: { id: guildId },
    });
    expect(body['code']).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(Date.parse(String(body['expires_at'])) - fixture.clock.now().getTime()).toBe(600_000);
    const refusal = await fixture.api('POST', `/channels/${id}/invites`, { max_uses: 101 });
    expect(refusal).toMatchObject(refusalWith(400, 50_035));
  });
});

describe('people', () => {
  it('are in the server and in voice as scripts set it, on every node', async () => {
    const readMember = () => fixture.second.api('GET', `${guildPath}/members/${anaDiscordId}`);
    expect(await readMember()).toMatchObject(refusalWith(404, 10_013));
    expect((await setVoiceState(anaDiscordId, false)).status).toBe(204);
    expect(await readMember()).toMatchObject({ status: 200, body: { user: { id: anaDiscordId } } });
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ code: 10_065 });
    await setVoiceState(anaDiscordId, true);
    expect(await readVoiceState(anaDiscordId)).toMatchObject({
      user_id: anaDiscordId,
      channel_id: lobbyId,
    });
    await fixture.form('/sandbox/discord/places', { conta: anaDiscordId, lugar: 'fora' });
    expect(await readMember()).toMatchObject(refusalWith(404, 10_007));
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ code: 10_065 });
  });

  it('are moved while they are in voice, only to voice channels', async () => {
    const id = await createRoomId();
    expect(await moveMember(anaDiscordId, id)).toMatchObject(refusalWith(404, 10_013));
    await setVoiceState(anaDiscordId, false);
    expect(await moveMember(anaDiscordId, id)).toMatchObject(refusalWith(400, 40_032));
    await setVoiceState(anaDiscordId, true);
    for (const [to, code] of [
      ['1', 10_003],
      [textId, 10_003],
    ] as const)
      expect(await moveMember(anaDiscordId, to)).toMatchObject(refusalWith(404, code));
    expect(await moveMember(anaDiscordId, id)).toMatchObject({
      status: 200,
      body: { user: { id: anaDiscordId } },
    });
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ channel_id: id });
    // Putting a member into voice again leaves the member in the same channel.
    await setVoiceState(anaDiscordId, true);
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ channel_id: id });
    expect(await moveMember(anaDiscordId, null)).toMatchObject({ status: 200 });
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ code: 10_065 });
  });

  it('leave voice once their channel is removed', async () => {
    const id = await createRoomId();
    for (const discordId of [anaDiscordId, biaDiscordId]) await setVoiceState(discordId, true);
    await moveMember(anaDiscordId, id);
    await fixture.second.api('DELETE', `/channels/${id}`);
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ code: 10_065 });
    expect(await moveMember(anaDiscordId, lobbyId)).toMatchObject(refusalWith(400, 40_032));
    expect(await readVoiceState(biaDiscordId)).toMatchObject({ channel_id: lobbyId });
  });

  it('are not visible in a channel that is closed to the bot', async () => {
    const closedOverwrites = [{ id: guildId, type: 0, deny: String(1 << 20) }];
    const id = await createRoomId({ permission_overwrites: closedOverwrites });
    await setVoiceState(anaDiscordId, true);
    expect(await moveMember(anaDiscordId, id)).toMatchObject(refusalWith(403, 50_001));
    await fixture.pool.query(
      `UPDATE discord_sandbox SET body = body || jsonb_build_object('channel', $1::text)
       WHERE kind = 'account'`,
      [id],
    );
    expect(await readVoiceState(anaDiscordId)).toMatchObject({ code: 50_001 });
  });
});
