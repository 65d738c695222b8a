import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDiscordRooms } from '../../src/adapters/discord/index.ts';
import { createLogger } from '../../src/platform/telemetry/logging.ts';
import {
  createVoiceRoomsFixture,
  type VoiceRoomsFixture,
} from '../fixtures/modules/voice-rooms-fixture.ts';
import { errorOfCall } from '../fixtures/server/test-app.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture({ discord: {} });
});
afterEach(async () => {
  await controlSandbox('failure', { status: 500, times: 0 });
  await fixture.pool.query(`DELETE FROM discord_sandbox WHERE kind = 'channel'`);
});
afterAll(() => fixture?.app.close());

/** Calls an endpoint by which scripts control the sandbox. */
async function controlSandbox(name: 'voice' | 'failure', body: object) {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  expect((await fixture.app.fetch(`/dev/discord-${name}`, init)).status).toBe(204);
}

/** Ids of the existing channels, which Guilda has created. */
async function readRooms(): Promise<string[]> {
  const { rows } = await fixture.pool.query(
    `SELECT id FROM discord_sandbox WHERE kind = 'channel'`,
  );
  return rows.map(({ id }) => id);
}

/** The voice channel of a person; null when the person is in none. */
async function voiceChannelOf({
  discordId,
}: {
  readonly discordId: string;
}): Promise<string | null> {
  const { rows } = await fixture.pool.query(
    `SELECT body->>'channel' AS channel FROM discord_sandbox WHERE kind = 'account' AND id = $1`,
    [discordId],
  );
  return rows[0]?.channel ?? null;
}

const joinVoice = ({ discordId }: { readonly discordId: string }) =>
  controlSandbox('voice', { discordId, connected: true });

const invitedRoom = {
  invite_link: expect.stringMatching(/^https:\/\/discord\.gg\/[A-Za-z0-9-]{2,64}$/),
  response: 'not_moved',
};

describe('accepting a call, with the Discord sandbox', () => {
  it('moves two people who are both in voice channels', async () => {
    const call = await fixture.placeRingingCall();
    await joinVoice(call.caller);
    await joinVoice(call.callee);
    expect(await call.accept()).toEqual({ invite_link: null, response: 'moved' });
    const [room] = await readRooms();
    expect([await voiceChannelOf(call.caller), await voiceChannelOf(call.callee)]).toEqual([
      room,
      room,
    ]);
    fixture.timers.advance(2_000);
    const acceptedEvent = { ...call.pair, invite_link: null, response: 'moved' };
    expect(await call.phone.waitFor('callAccepted')).toEqual([acceptedEvent]);
    call.close();
  });

  it.each(['caller', 'callee'] as const)(
    'moves nobody when only the %s is in voice',
    async (role) => {
      const call = await fixture.placeRingingCall();
      await controlSandbox('voice', { discordId: call.caller.discordId, connected: false });
      await controlSandbox('voice', { discordId: call.callee.discordId, connected: false });
      await joinVoice(call[role]);
      const channelBefore = await voiceChannelOf(call[role]);
      expect(await call.accept()).toEqual(invitedRoom);
      expect(await voiceChannelOf(call[role])).toBe(channelBefore);
      expect(await readRooms()).toHaveLength(1);
      call.close();
    },
  );

  it('invites a person who is not in the server', async () => {
    const call = await fixture.placeRingingCall();
    await joinVoice(call.callee);
    const room = await call.accept();
    expect(room).toEqual(invitedRoom);
    await call.here.send('callAccepted', { ...call.pair, response: 'moved', invite_link: null });
    expect(await call.phone.waitFor('callAccepted')).toEqual([{ ...call.pair, ...room }]);
    call.close();
  });

  it('creates one room for twenty concurrent requests', async () => {
    const call = await fixture.placeRingingCall();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call.accept()));
    expect(new Set(answers.map(({ invite_link }) => invite_link)).size).toBe(1);
    expect(await readRooms()).toHaveLength(1);
    call.close();
  });

  it('waits for its rate limits', async () => {
    const call = await fixture.placeRingingCall();
    await controlSandbox('failure', { status: 429, times: 3 });
    expect(await call.accept()).toEqual(invitedRoom);
    call.close();
  });

  it.each([
    ['answers nothing but errors', { status: 503, times: 100 }],
    ['creates no channel', { status: 500, times: 1, path: '/channels' }],
    ['makes no invite', { status: 500, times: 1, path: '/invites' }],
    ['is full', { status: 400, times: 1, code: 30_013, path: '/channels' }],
    ['does not know the bot', { status: 401, times: 100 }],
  ])('reports that there is no room when Discord %s; the next call works', async (_, failure) => {
    const call = await fixture.placeRingingCall();
    await controlSandbox('failure', failure);
    expect(await errorOfCall(call.accept())).toMatchObject({
      status: 503,
      message: 'Não foi possível criar o chat no Discord.',
    });
    const failedFields = { state: 'ended', outcome: 'failed', endedBy: null };
    const endEvent = { callId: call.id, ...call.pair, ...failedFields };
    await expect.poll(call.lastEvents).toEqual([endEvent, endEvent, endEvent]);
    expect(await call.countBusy()).toBe(0);
    await controlSandbox('failure', { status: 500, times: 0 });
    // A failure may leave a room without a call behind, which this job deletes.
    await fixture.run('calls.close_strays');
    expect(await readRooms()).toEqual([]);
    expect(await call.phone.send('call', { calleeId: call.callee.uid })).toMatchObject({
      ok: true,
    });
    expect(await call.accept()).toEqual(invitedRoom);
    call.close();
  });
});

it('a room is deleted when the people in it leave', async () => {
  const call = await fixture.placeRingingCall();
  await joinVoice(call.caller);
  await joinVoice(call.callee);
  await call.accept();
  await fixture.run('calls.sweep');
  for (const person of [call.caller, call.callee])
    await controlSandbox('voice', { discordId: person.discordId, connected: false });
  await fixture.age(call.id, 31);
  await fixture.run('calls.sweep');
  expect(await readRooms()).toHaveLength(1);
  await fixture.age(call.id, 61);
  await fixture.run('calls.sweep');
  expect(await readRooms()).toEqual([]);
  expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'emptied' });
  call.close();
});

it('a call ends in time when Discord never answers', async () => {
  const silentServer = createServer(() => undefined);
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  const { port } = silentServer.address() as { port: number };
  const slowRooms = createDiscordRooms({
    config: { clientId: '1', clientSecret: 'x', botToken: 'x', guildId: '2', categoryId: null },
    apiBase: `http://127.0.0.1:${port}/api`,
    installation: 'a1b2',
    deadlineMs: 300,
    cleanupMs: 100,
    log: createLogger('silent'),
  });
  const otherFixture = await createVoiceRoomsFixture({ discord: { rooms: slowRooms } });
  const call = await otherFixture.placeRingingCall();
  expect(await errorOfCall(call.accept())).toMatchObject({ status: 503, code: 'call_room_failed' });
  expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'failed' });
  expect(await call.countBusy()).toBe(0);
  call.close();
  silentServer.closeAllConnections();
  silentServer.close();
  await otherFixture.app.close();
});
