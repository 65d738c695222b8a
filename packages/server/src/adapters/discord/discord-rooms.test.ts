import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DiscordFixture, startDiscordFixture } from '../../../test/peers/discord/fixture.ts';

let fixture: DiscordFixture;
beforeAll(async () => {
  fixture = await startDiscordFixture();
});
afterAll(() => fixture?.peer.close());
beforeEach(() => fixture.reset());

const creationRequests = () => fixture.peer.requests.filter(({ method }) => method === 'POST');

describe('the requests that open a room at Discord', () => {
  it('create a hidden voice channel for the two people, with the permissions that the bot needs', async () => {
    const { setup, botId } = fixture.peer.state;
    const { callId, people } = fixture.request();
    await fixture.rooms().open({ callId, people });
    const [creation] = creationRequests();
    const member = (id: string, allow: bigint) => ({ id, type: 1, allow: `${allow}`, deny: '0' });
    expect(creation?.path).toBe(`/guilds/${setup.guildId}/channels`);
    expect(creation?.headers).toMatchObject({
      authorization: `Bot ${setup.botToken}`,
      'user-agent': expect.stringMatching(/^DiscordBot \(/),
    });
    expect(creation?.body).toEqual({
      name: `Guilda · a1b2-${callId.slice(-12)}`,
      type: 2,
      parent_id: setup.categoryId,
      permission_overwrites: [
        { id: setup.guildId, type: 0, allow: '0', deny: `${0x400n | 0x100000n}` },
        ...people.map((id) => member(id, 0x400n | 0x100000n | 0x200000n | 0x200n | 0x2000000n)),
        member(botId, 0x400n | 0x100000n | 0x1000000n | 0x10n | 0x1n),
      ],
    });
  });

  it('create an invite for ten minutes and two uses', async () => {
    const openedRoom = await fixture.rooms().open(fixture.request(null, null));
    expect(creationRequests()[1]?.body).toEqual({
      ...{ max_age: 600, max_uses: 2, unique: true, temporary: false },
    });
    expect(openedRoom).toMatchObject({ ok: true, value: { response: 'not_moved' } });
  });

  it('create the channel at the top of the server when no category is set up', async () => {
    await fixture.rooms({ withoutCategory: true }).open(fixture.request());
    expect(creationRequests()[0]?.body).not.toHaveProperty('parent_id');
  });

  it('read the account of the bot only once', async () => {
    const rooms = fixture.rooms();
    for (const _ of [1, 2, 3]) await rooms.open(fixture.request());
    expect(fixture.peer.receivedCalls().filter((call) => call === 'GET /users/@me')).toHaveLength(
      1,
    );
  });

  it('create no invite once both people were moved', async () => {
    const { lobbyId } = fixture.peer.state;
    await fixture.rooms().open(fixture.request(lobbyId, lobbyId));
    expect(fixture.peer.receivedCalls()).toEqual([
      'GET /users/@me',
      'GET /guilds/:id/voice-states/:id',
      'GET /guilds/:id/voice-states/:id',
      'POST /guilds/:id/channels',
      'PATCH /guilds/:id/members/:id',
      'PATCH /guilds/:id/members/:id',
    ]);
  });
});

describe('people', () => {
  it('get the invite when their channel is closed to the bot', async () => {
    const { hiddenChannels, lobbyId } = fixture.peer.state;
    hiddenChannels.add(lobbyId);
    const openedRoom = await fixture.rooms().open(fixture.request(lobbyId, lobbyId));
    hiddenChannels.delete(lobbyId);
    expect(openedRoom).toMatchObject({ ok: true, value: { response: 'not_moved' } });
    expect(fixture.recordedLog.loggedFailures()).toEqual([]);
  });

  it('are moved back when the answer about the move of the other person is lost', async () => {
    const { lobbyId, members } = fixture.peer.state;
    const request = fixture.request(lobbyId, lobbyId);
    fixture.peer.script(`members/${request.people[1]}`, 'answer_lost');
    const openedRoom = await fixture.rooms().open(request);
    expect(openedRoom).toEqual({ ok: false, code: 'call_room_failed' });
    expect(request.people.map((personId) => members.get(personId))).toEqual([lobbyId, lobbyId]);
    expect(fixture.productChannels()).toEqual([]);
  });

  it('get the invite when the bot may not move them, and an error is logged', async () => {
    const { lobbyId, roles, botRoles } = fixture.peer.state;
    const request = fixture.request(lobbyId, lobbyId);
    fixture.peer.script('PATCH', { status: 403, body: { code: 50_013, message: 'x' } });
    expect(await fixture.rooms().open(request)).toMatchObject({
      ok: true,
      value: { response: 'not_moved' },
    });
    expect(fixture.recordedLog.loggedFailures()).toEqual([
      'error missing_permissions PATCH /guilds/:id/members/:id',
    ]);
    expect([roles.size, botRoles.length]).toEqual([2, 1]);
  });
});

describe('rooms', () => {
  it('are created at the top of the server while the category is full', async () => {
    const { channels, newId, setup } = fixture.peer.state;
    const roomsInCategory = Array.from({ length: 50 }, newId);
    for (const id of roomsInCategory) {
      const name = 'cheio';
      const parent_id = setup.categoryId;
      channels.set(id, { id, type: 2, name, parent_id, permission_overwrites: [] });
    }
    const openedRoom = await fixture.rooms().open(fixture.request());
    for (const id of roomsInCategory) channels.delete(id);
    expect(openedRoom).toMatchObject({ ok: true });
    expect(fixture.productChannels()).toMatchObject([{ parent_id: null }]);
    expect(fixture.recordedLog.loggedFailures()).toEqual([
      'error category_unusable POST /guilds/:id/channels',
    ]);
  });

  it('do not include channels that other people or installations created', async () => {
    const { channels, newId } = fixture.peer.state;
    const names = ['Guilda · c3d4-000000000001', 'Guilda · a1b2-curta', 'geral'];
    const ownRoomName = 'Guilda · a1b2-00000000abcd';
    const addChannel = (name: string, type: number) => {
      const id = newId();
      channels.set(id, { id, type, name, parent_id: null, permission_overwrites: [] });
      return id;
    };
    for (const name of names) addChannel(name, 2);
    addChannel(ownRoomName, 0);
    const channelId = addChannel(ownRoomName, 2);
    expect(await fixture.rooms().list()).toEqual({
      ok: true,
      value: [{ channelId, key: '00000000abcd' }],
    });
  });
});

describe('a room request without a clear answer', () => {
  afterEach(() => expect(fixture.productChannels()).toEqual([]));

  it.each(['cut', 'cut_amid', { status: 500, body: 'oh' }, { status: 200, body: 'oh' }] as const)(
    'is sent once, and the room is searched for afterwards: %o',
    async (answer) => {
      fixture.peer.script('POST /guilds', answer);
      expect(await fixture.rooms().open(fixture.request())).toEqual({
        ok: false,
        code: 'call_room_failed',
      });
      expect(creationRequests()).toHaveLength(1);
      expect(fixture.peer.receivedCalls().at(-1)).toBe('GET /guilds/:id/channels');
    },
  );

  it('removes the room when Discord created it all the same', async () => {
    fixture.peer.script('POST /guilds', 'answer_lost');
    await fixture.rooms().open(fixture.request());
    expect(fixture.peer.receivedCalls().slice(-3)).toEqual([
      'POST /guilds/:id/channels',
      'GET /guilds/:id/channels',
      'DELETE /channels/:id',
    ]);
  });

  it.each(['javascript:alert(1)', 'a', '../oauth2', 'x@evil.example', 'abc?x=1', 'abc def'])(
    'removes the room when the code of its invite is invalid: %s',
    async (code) => {
      fixture.peer.state.nextInvites.push(code);
      expect(await fixture.rooms().open(fixture.request())).toEqual({
        ok: false,
        code: 'call_room_failed',
      });
      expect(fixture.recordedLog.loggedFailures()).toEqual([
        'warn unintelligible POST /channels/:id/invites',
      ]);
    },
  );
});

it('creates no channel after the deadline, because nobody would remove it', async () => {
  fixture.peer.script('GET /guilds', 'silent');
  const before = performance.now();
  expect(await fixture.rooms({ deadlineMs: 1_000 }).open(fixture.request())).toMatchObject({
    ok: false,
  });
  expect(performance.now() - before).toBeLessThan(4_000);
  expect(creationRequests()).toEqual([]);
  expect(fixture.recordedLog.loggedFailures()).toEqual([
    'warn timed_out GET /guilds/:id/voice-states/:id',
  ]);
});
