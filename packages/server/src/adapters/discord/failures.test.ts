import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DiscordFixture, startDiscordFixture } from '../../../test/peers/discord/fixture.ts';
import { discordError, rateLimited } from '../../../test/peers/discord/peer.ts';
import { MAX_RATE_LIMIT_WAIT_MS } from './discord-fetch.ts';

let fixture: DiscordFixture;
beforeAll(async () => {
  fixture = await startDiscordFixture();
});
afterAll(() => fixture?.peer.close());
beforeEach(() => fixture.reset());

const roomRefusal = { ok: false, code: 'call_room_failed' };
const unavailableResult = { ok: false, code: 'discord_unavailable' };
const CREATE_CHANNEL = 'POST /guilds/:id/channels';

describe('a failure', () => {
  it.each([
    ['error', 'unknown_guild', discordError(404, 10_004)],
    ['error', 'missing_access', discordError(403, 50_001)],
    ['error', 'missing_permissions', discordError(403, 50_013)],
    ['error', 'second_factor_required', discordError(403, 60_003)],
    ['error', 'too_many_channels', discordError(400, 30_013)],
    ['error', 'unauthorized', discordError(401, 0)],
    ['warn', 'unknown_channel', discordError(404, 10_003)],
    ['warn', 'refused', discordError(400, 50_035, { errors: { name: { _errors: [] } } })],
    ['warn', 'refused', { status: 403, body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['warn', 'unintelligible', { status: 400, body: 'null' }],
    ['warn', 'unintelligible', { status: 200, body: '{"id":' }],
    ['warn', 'unintelligible', { status: 200, body: { id: '../evil' } }],
    ['warn', 'unintelligible', { status: 200, body: [] }],
    ['warn', 'server_error', discordError(500, 0)],
    ['warn', 'server_error', { status: 503, body: 'busy' }],
    ['warn', 'rate_limited', rateLimited(600)],
    ['warn', 'unreachable', { status: 302, headers: { location: 'https://discord.com/' } }],
    ['warn', 'unreachable', 'cut'],
    ['warn', 'unreachable', 'cut_amid'],
    ['warn', 'timed_out', 'silent'],
  ] as const)('is logged at level %s as %s', async (level, failure, answer) => {
    fixture.peer.script('POST /guilds', answer);
    expect(await fixture.rooms().open(fixture.request())).toEqual(roomRefusal);
    expect(fixture.recordedLog.loggedFailures()).toEqual([`${level} ${failure} ${CREATE_CHANNEL}`]);
    expect(fixture.recordedLog.text().includes('npm run doctor')).toBe(level === 'error');
    expect(fixture.peer.receivedCalls().filter((call) => call === CREATE_CHANNEL)).toHaveLength(1);
    expect(fixture.productChannels()).toEqual([]);
  });

  it('is logged as an error when the server has too many invites', async () => {
    fixture.peer.script('/invites', discordError(400, 30_016));
    expect(await fixture.rooms().open(fixture.request())).toEqual(roomRefusal);
    expect(fixture.recordedLog.loggedFailures()).toEqual([
      'error too_many_invites POST /channels/:id/invites',
    ]);
    expect(fixture.productChannels()).toEqual([]);
  });

  it.each([302, 307])('is reported for a redirect (%s), which is not followed', async (status) => {
    const location = `${fixture.peer.apiBase}/v10/guilds/${fixture.peer.state.setup.guildId}/channels`;
    fixture.peer.script('GET', { status, headers: { location } });
    expect(await fixture.rooms().list()).toEqual(unavailableResult);
    expect(fixture.peer.requests).toHaveLength(1);
  });

  it('of the token ends when Discord accepts the token again', async () => {
    const rooms = fixture.rooms();
    fixture.peer.script('GET', discordError(401, 0));
    expect(await rooms.list()).toEqual(unavailableResult);
    expect(await rooms.list()).toMatchObject({ ok: true });
  });

  it('to remove a room leaves it in the list of rooms', async () => {
    fixture.peer.script('/invites', discordError(500, 0));
    fixture.peer.script('DELETE', discordError(500, 0));
    const rooms = fixture.rooms();
    const request = fixture.request();
    expect(await rooms.open(request)).toEqual(roomRefusal);
    expect(await rooms.list()).toMatchObject({ value: [{ key: request.callId.slice(-12) }] });
  });

  it('logs no id, name, invite or secret', async () => {
    const { setup, lobbyId } = fixture.peer.state;
    const rooms = fixture.rooms();
    const answers = [
      discordError(500, 0),
      discordError(403, 50_013),
      { status: 200, body: '{' },
      'cut',
    ];
    const people: string[] = [];
    for (const answer of answers) {
      for (const call of ['voice-states', 'POST /guilds', 'PATCH', '/invites', 'DELETE']) {
        const request = fixture.request(lobbyId, lobbyId);
        people.push(...request.people);
        fixture.peer.script(call, answer as 'cut');
        await rooms.open(request);
        await rooms.close(lobbyId.replace('1', '7'));
      }
    }
    const text = fixture.recordedLog.text();
    expect(text.length).toBeGreaterThan(1_000);
    const secrets = [setup.botToken, setup.clientSecret, setup.guildId, lobbyId, ...people];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\d{15}|discord\.gg|127\.0\.0\.1/);
  });
});

describe('a rate limit', () => {
  it('that is short only delays the request, also twice in a row', async () => {
    fixture.peer.script('POST /guilds', rateLimited(0.2), rateLimited(0.1));
    const before = performance.now();
    expect(await fixture.rooms().open(fixture.request())).toMatchObject({ ok: true });
    expect(performance.now() - before).toBeGreaterThan(290);
    expect(fixture.peer.receivedCalls().filter((call) => call === CREATE_CHANNEL)).toHaveLength(3);
    expect(fixture.productChannels()).toHaveLength(1);
    expect(fixture.recordedLog.loggedFailures()).toEqual([]);
  });

  it('that is longer than the deadline ends the request at the deadline', async () => {
    fixture.peer.script('GET /guilds', rateLimited(4.5));
    const before = performance.now();
    expect(await fixture.rooms({ deadlineMs: 500 }).list()).toEqual(unavailableResult);
    expect(performance.now() - before).toBeLessThan(3_000);
    expect(fixture.recordedLog.loggedFailures()).toEqual([
      'warn timed_out GET /guilds/:id/channels',
    ]);
  });

  it('for all requests delays the other requests as well', async () => {
    const rooms = fixture.rooms();
    fixture.peer.script('GET', rateLimited(0.4, { 'x-ratelimit-global': 'true' }));
    const startedAt = performance.now();
    const firstRequest = rooms.list();
    await expect.poll(() => fixture.peer.requests.length).toBe(1);
    await rooms.close('131000000000009999');
    expect(performance.now() - startedAt).toBeGreaterThan(380);
    expect(await firstRequest).toMatchObject({ ok: true });
  });

  it('that does not end fails the request at its deadline, and nothing is sent afterwards', async () => {
    fixture.peer.script('POST /guilds', ...Array.from({ length: 50 }, () => rateLimited(0.15)));
    const rooms = fixture.rooms({ deadlineMs: 3_000 });
    expect(await rooms.open(fixture.request())).toEqual(roomRefusal);
    expect(fixture.recordedLog.loggedFailures()).toEqual([`warn timed_out ${CREATE_CHANNEL}`]);
    // The next request waits in the same queue until the aborted request has left it.
    fixture.peer.forget();
    expect(await rooms.open(fixture.request())).toMatchObject({ ok: true });
    expect(fixture.peer.receivedCalls().filter((call) => call === CREATE_CHANNEL)).toHaveLength(1);
  });

  it.each([
    ['no time', { 'retry-after': undefined }],
    ['an invalid time', { 'retry-after': 'later' }],
  ])('that names %s fails the request without a second attempt', async (_what, headers) => {
    const { headers: usualHeaders, ...answer } = rateLimited(1);
    const scriptedHeaders = { ...usualHeaders, ...headers } as Record<string, string>;
    for (const [name, value] of Object.entries(scriptedHeaders))
      if (!value) delete scriptedHeaders[name];
    fixture.peer.script('GET', { ...answer, headers: scriptedHeaders });
    expect(await fixture.rooms().list()).toEqual(unavailableResult);
    expect(fixture.peer.requests).toHaveLength(1);
  });

  it('that is long fails its requests without sending them until it is over, and does not delay others', async () => {
    const rooms = fixture.rooms();
    fixture.peer.script('GET /guilds', rateLimited(600));
    expect(await rooms.list()).toEqual(unavailableResult);
    expect(await rooms.list()).toEqual(unavailableResult);
    expect(fixture.peer.requests).toHaveLength(1);
    expect(await rooms.open(fixture.request())).toMatchObject({ ok: true });
    fixture.clock.advance(600_000);
    expect(await rooms.list()).toMatchObject({ ok: true });
  });

  it.each([
    ['Discord', rateLimited(600, { 'x-ratelimit-global': 'true' })],
    [
      'the proxy in front of Discord',
      { status: 429, body: 'x', headers: { 'retry-after': '66271' } },
    ],
  ])('of %s for all requests fails all of them until it is over', async (_who, answer) => {
    const rooms = fixture.rooms();
    fixture.peer.script('GET /guilds', answer);
    expect(await rooms.list()).toEqual(unavailableResult);
    expect(await rooms.open(fixture.request())).toEqual(roomRefusal);
    expect(fixture.peer.requests).toHaveLength(1);
    fixture.clock.advance(66_271_000);
    expect(await rooms.list()).toMatchObject({ ok: true });
  });

  it('that a response announces in its headers is respected without another request', async () => {
    const rooms = fixture.rooms();
    const seconds = MAX_RATE_LIMIT_WAIT_MS / 1000 + 1;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': `${seconds}` };
    fixture.peer.script('GET /guilds', { status: 200, body: [], headers });
    expect(await rooms.list()).toMatchObject({ ok: true });
    expect(await rooms.list()).toEqual(unavailableResult);
    expect(fixture.peer.requests).toHaveLength(1);
    fixture.clock.advance(seconds * 1000);
    expect(await rooms.list()).toMatchObject({ ok: true });
  });
});
