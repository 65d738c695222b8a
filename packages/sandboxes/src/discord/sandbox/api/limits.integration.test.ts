import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DiscordSandboxFixture,
  sandboxIdentity,
  startDiscordSandboxFixture,
} from '../../../../../server/test/peers/discord-sandbox-fixture.ts';

const guildPath = `/guilds/${sandboxIdentity.guildId}`;
const anaDiscordId = '300000000000000001';

let fixture: DiscordSandboxFixture;
beforeAll(async () => {
  fixture = await startDiscordSandboxFixture();
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.pool.query('DELETE FROM discord_sandbox'));

const createRoom = () => fixture.api('POST', `${guildPath}/channels`, { name: 'Sala', type: 2 });
const createRoomId = async () => String((await createRoom()).body['id']);

describe('rate limits', () => {
  /** Sets the number of counted requests of all buckets whose id matches `id`, for the next minute. */
  const setUsedCount = (id: string, usedCount: number) =>
    fixture.pool.query(
      `UPDATE discord_sandbox SET body = body || jsonb_build_object('used', $2::int,
         'resetAt', extract(epoch FROM clock_timestamp()) * 1000 + 59500)
       WHERE kind = 'bucket' AND id LIKE $1`,
      [id, usedCount],
    );

  it('are sent with every answer, and counted by all nodes', async () => {
    const firstAnswer = await fixture.api('GET', guildPath);
    await setUsedCount('%', 1);
    const { headers } = await fixture.second.api('GET', guildPath);
    const remainingOf = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));
    expect(remainingOf(headers)).toBe(remainingOf(firstAnswer.headers) - 1);
    expect(Number(headers.get('x-ratelimit-limit'))).toBe(remainingOf(firstAnswer.headers) + 1);
    expect(headers.get('x-ratelimit-bucket')).toBe(firstAnswer.headers.get('x-ratelimit-bucket'));
    expect(Number(headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(0);
  });

  it('lead to 429 with the waiting time, for one route of one channel', async () => {
    const [one, other] = [await createRoomId(), await createRoomId()];
    await fixture.api('GET', `/channels/${one}`);
    await setUsedCount(`GET%channels/:channel ${one}`, 40);
    const { status, headers, body } = await fixture.api('GET', `/channels/${one}`);
    expect({ status, body }).toMatchObject({ status: 429, body: { global: false } });
    expect(headers.get('x-ratelimit-scope')).toBe('user');
    const retryAfterSeconds = Number(body['retry_after']);
    expect(retryAfterSeconds).toBeGreaterThan(30);
    expect(headers.get('retry-after')).toBe(String(Math.ceil(retryAfterSeconds)));
    expect((await fixture.api('GET', `/channels/${other}`)).status).toBe(200);
    expect((await fixture.api('DELETE', `/channels/${one}`)).status).toBe(200);
  });

  it('lead to 429 for all routes when all requests together are too many', async () => {
    await fixture.api('GET', guildPath);
    await setUsedCount('global', 50);
    const { status, headers, body } = await fixture.second.api('GET', `${guildPath}/roles`);
    expect({ status, body }).toMatchObject({ status: 429, body: { global: true } });
    expect(headers.get('x-ratelimit-global')).toBe('true');
    expect(headers.get('x-ratelimit-scope')).toBe('global');
  });

  it('start again after their time, and old counts are deleted', async () => {
    await fixture.api('GET', guildPath);
    await setUsedCount('%', 90);
    await fixture.pool.query(`UPDATE discord_sandbox SET body = body || '{"resetAt": 1}'`);
    expect((await createRoom()).status).toBe(201);
    const { rows } = await fixture.pool.query(
      "SELECT id FROM discord_sandbox WHERE kind = 'bucket'",
    );
    expect(rows.map(({ id }) => id.slice(0, 4)).sort()).toEqual(['POST', 'glob']);
  });
});

describe('requested failures', () => {
  const collectAnswers = async (path: string) => {
    const { status, body } = await fixture.second.api('GET', path);
    return status === 200 ? status : [status, body['code']];
  };

  it('occur as often as requested, at the requested path', async () => {
    await fixture.dev('failure', { status: 403, times: 2, code: 50_013, path: '/roles' });
    const statuses = [];
    for (const path of [
      guildPath,
      `${guildPath}/roles`,
      `${guildPath}/roles`,
      `${guildPath}/roles`,
    ])
      statuses.push(await collectAnswers(path));
    expect(statuses).toEqual([200, [403, 50_013], [403, 50_013], 200]);
    await fixture.dev('failure', { status: 500, times: 9 });
    expect(await collectAnswers('/users/%40me')).toEqual([500, 0]);
    await fixture.dev('failure', { status: 500, times: 0 });
    expect(await collectAnswers(guildPath)).toBe(200);
    await fixture.dev('failure', { status: 503, times: 1, path: '/users/@me' });
    expect(await collectAnswers('/users/%40me')).toEqual([503, 0]);
  });

  it('contain a waiting time when they are rate limits', async () => {
    await fixture.dev('failure', { status: 429, times: 1 });
    const { status, headers, body } = await fixture.api('GET', guildPath);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { retry_after: 0.25, global: false },
    });
    expect(headers.get('retry-after')).toBe('0.25');
  });

  it('and other simulations are not started by malformed requests', async () => {
    for (const [name, body] of [
      ['failure', {}],
      ['failure', { status: 200, times: 1 }],
      ['failure', { status: 500, times: -1 }],
      ['voice', { discordId: 'ana', connected: true }],
      ['voice', { discordId: anaDiscordId }],
      ['code', { state: 'x', discordId: 1, username: 'ana' }],
      ['code', null],
    ] as const) {
      expect(await fixture.dev(name, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    }
  });
});
