import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../test/fixtures/clients/sockets.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import { findRefreshToken } from './refresh-token-store.ts';
import { createRefreshTokens } from './refresh-tokens.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const createPerson = () => {
  personCount += 1;
  return app.signIn(`Girando${personCount}`);
};

const requestTokens = (uid: string, refreshToken: string, rotate?: boolean) =>
  app.visitor.identity.refreshToken({
    body: { uid, refreshToken, ...(rotate === undefined ? {} : { rotate }) },
  });

/** Rotates a refresh token; returns the new tokens. */
async function rotateToken(uid: string, refreshToken: string) {
  const { accessToken, refreshToken: newRefreshToken } = await requestTokens(
    uid,
    refreshToken,
    true,
  );
  if (newRefreshToken === undefined) throw new Error('no new token came');
  return { accessToken, refreshToken: newRefreshToken };
}

const expectRefused = async (asking: Promise<unknown>) =>
  expect(await errorOfCall(asking)).toMatchObject({ status: 401, message: 'Token inválido' });

/** Makes the replaced tokens of a person's sessions older. */
const ageReplacedTokens = (uid: string, seconds: number) =>
  app.pool.query(
    `UPDATE sessions SET rotated_at = ARRAY(SELECT t - make_interval(secs => $2)
       FROM unnest(rotated_at) WITH ORDINALITY AS past (t, n) ORDER BY n) WHERE uid = $1`,
    [uid, seconds],
  );

const hasActiveSession = async (person: TestPerson) =>
  (await person.fetch('/api/users/me')).status === 200;

describe('a refresh token', () => {
  it('stays the same for the whole session when rotation is not requested', async () => {
    const { uid, tokens } = await createPerson();
    for (let time = 0; time < 5; time += 1) {
      const answer = await requestTokens(uid, tokens.refreshToken, time === 3 ? false : undefined);
      expect(Object.keys(answer)).toEqual(['accessToken']);
      await app.pool.query(
        `UPDATE sessions SET last_used_at = last_used_at - interval '5 days',
           created_at = created_at - interval '5 days' WHERE uid = $1`,
        [uid],
      );
    }
    await app.pool.query('UPDATE sessions SET expires_at = now() WHERE uid = $1', [uid]);
    await expectRefused(requestTokens(uid, tokens.refreshToken));
  });

  it('is replaced on request, and the session keeps its entry and expiry', async () => {
    const person = await createPerson();
    const { uid } = person;
    const [before] = (await person.api.identity.listSessions({})).sessions;
    const [{ expires_at: end }] = (
      await app.pool.query('SELECT expires_at FROM sessions WHERE uid = $1', [uid])
    ).rows;
    const seen = new Set([person.tokens.refreshToken]);
    let current = person.tokens.refreshToken;
    for (let time = 0; time < 40; time += 1) {
      const answer = await rotateToken(uid, current);
      current = answer.refreshToken;
      seen.add(current);
      await ageReplacedTokens(uid, 31);
      expect(await hasActiveSession(person)).toBe(true);
      const me = { headers: { authorization: `Bearer ${answer.accessToken}` } };
      expect((await app.fetch('/api/users/me', me)).status).toBe(200);
    }
    expect(seen.size).toBe(41);
    const { sessions } = await person.api.identity.listSessions({});
    expect(sessions).toEqual([{ ...before, lastUsedAt: sessions[0]?.lastUsedAt }]);
    const { rows } = await app.pool.query('SELECT * FROM sessions WHERE uid = $1', [uid]);
    expect(rows).toMatchObject([{ expires_at: end }]);
    expect(rows[0].rotated_at.length).toBeLessThan(5);
    for (const token of seen) expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('that was replaced gives the same answer for 30 s, with or without rotation', async () => {
    const { uid, tokens } = await createPerson();
    const first = await rotateToken(uid, tokens.refreshToken);
    await ageReplacedTokens(uid, 25);
    expect((await rotateToken(uid, tokens.refreshToken)).refreshToken).toBe(first.refreshToken);
    expect(await requestTokens(uid, tokens.refreshToken)).toEqual({
      accessToken: expect.any(String),
    });
    const second = await rotateToken(uid, first.refreshToken);
    expect((await rotateToken(uid, tokens.refreshToken)).refreshToken).toBe(first.refreshToken);
    expect((await rotateToken(uid, first.refreshToken)).refreshToken).toBe(second.refreshToken);
    await requestTokens(uid, second.refreshToken);
  });

  it('is replaced once by a hundred concurrent tabs, and none is signed out', async () => {
    const person = await createPerson();
    const { uid, tokens } = person;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 5 === 0
          ? requestTokens(uid, tokens.refreshToken).then(() => null)
          : rotateToken(uid, tokens.refreshToken),
      ),
    );
    const given = answers.filter((answer) => answer !== null);
    expect(new Set(given.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await app.pool.query('SELECT rotation FROM sessions WHERE uid = $1', [uid]);
    expect(rows).toEqual([{ rotation: 1 }]);
    expect(await hasActiveSession(person)).toBe(true);
    await ageReplacedTokens(uid, 31);
    await rotateToken(uid, given[0]?.refreshToken ?? '');
    expect(await hasActiveSession(person)).toBe(true);
  });

  it('that is used after the grace period ends its session and socket, and no other', async () => {
    const stolen = await createPerson();
    const other = await app.signIn(`Girando${personCount}`);
    const { uid, tokens } = stolen;
    const [socket, beside] = [
      await connectSocket(app.url, stolen),
      await connectSocket(app.url, other),
    ];
    const ended = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    const next = await rotateToken(uid, tokens.refreshToken);
    await ageReplacedTokens(uid, 31);
    await expectRefused(requestTokens(uid, tokens.refreshToken, true));
    expect(await ended).toBe('io server disconnect');
    await expectRefused(requestTokens(uid, next.refreshToken));
    expect(await hasActiveSession(stolen)).toBe(false);
    const me = { headers: { authorization: `Bearer ${next.accessToken}` } };
    expect((await app.fetch('/api/users/me', me)).status).toBe(401);
    expect(await hasActiveSession(other)).toBe(true);
    expect(beside.wire.connected).toBe(true);
    expect((await other.api.identity.listSessions({})).sessions).toHaveLength(1);
    socket.close();
    beside.close();
  });

  it('ends the session however long ago it was replaced, also without rotation', async () => {
    const person = await createPerson();
    const { uid, tokens } = person;
    const second = await rotateToken(uid, tokens.refreshToken);
    let current = second.refreshToken;
    for (let time = 0; time < 3; time += 1) {
      await ageReplacedTokens(uid, 31);
      current = (await rotateToken(uid, current)).refreshToken;
    }
    await expectRefused(requestTokens(uid, second.refreshToken));
    await expectRefused(requestTokens(uid, current));
    expect(await hasActiveSession(person)).toBe(false);
  });

  it.each([
    [
      'another person’s uid',
      async (_: string, token: string) => [(await createPerson()).uid, token],
    ],
    ['a changed letter', async (uid: string, token: string) => [uid, `${token.slice(0, -1)}_`]],
    ['another session in it', async (uid: string, token: string) => [uid, `AAAA${token.slice(4)}`]],
    ['nothing of ours', async (uid: string) => [uid, 'A'.repeat(70)]],
  ])('with %s is refused and ends nothing', async (_, change) => {
    const person = await createPerson();
    const { uid, tokens } = person;
    const { refreshToken } = await rotateToken(uid, tokens.refreshToken);
    const newest = await rotateToken(uid, refreshToken);
    await ageReplacedTokens(uid, 31);
    const [asker = '', token = ''] = await change(uid, refreshToken);
    await expectRefused(requestTokens(asker, token, true));
    expect(await hasActiveSession(person)).toBe(true);
    await requestTokens(uid, newest.refreshToken);
  });

  it('logs its session out, replaced or not', async () => {
    for (const which of ['first', 'replaced', 'newest']) {
      const person = await createPerson();
      const { uid, tokens } = person;
      const replaced = await rotateToken(uid, tokens.refreshToken);
      const newest = await rotateToken(uid, replaced.refreshToken);
      await ageReplacedTokens(uid, 31);
      const said = { first: tokens, replaced, newest }[which];
      await app.visitor.identity.logout({ body: { refreshToken: said?.refreshToken ?? '' } });
      expect([which, await hasActiveSession(person)]).toEqual([which, false]);
    }
  });

  it('survives a restored database backup', async () => {
    const { uid, tokens } = await createPerson();
    const held = (await app.pool.query('SELECT * FROM sessions WHERE uid = $1', [uid])).rows[0];
    const second = await rotateToken(
      uid,
      (await rotateToken(uid, tokens.refreshToken)).refreshToken,
    );
    await app.pool.query(
      `UPDATE sessions SET rotation = 0, rotated_at = '{}', first_hash = NULL, refresh_hash = $2 WHERE uid = $1`,
      [uid, held.refresh_hash],
    );
    const third = await rotateToken(uid, second.refreshToken);
    await ageReplacedTokens(uid, 31);
    await requestTokens(uid, third.refreshToken);
    await expectRefused(requestTokens(uid, tokens.refreshToken));
  });

  it('is recognised by its hash after the server key changed, older ones are not', async () => {
    const { uid, tokens } = await createPerson();
    const second = await rotateToken(uid, tokens.refreshToken);
    const third = await rotateToken(uid, second.refreshToken);
    const find = (token: string) =>
      findRefreshToken(app.program.database.db, createRefreshTokens('another key'), token);
    expect(await find(third.refreshToken)).toMatchObject({ uid, generation: 2 });
    expect(await find(second.refreshToken)).toBeNull();
    expect(await find(tokens.refreshToken)).toMatchObject({ uid, generation: 0 });
  });

  it('is recognised by its hash by the previous version', async () => {
    const { uid, tokens } = await createPerson();
    const { refreshToken } = await rotateToken(uid, tokens.refreshToken);
    const { rows } = await app.pool.query(
      `SELECT uid FROM sessions WHERE refresh_hash = sha256(convert_to($1, 'UTF8'))`,
      [refreshToken],
    );
    expect(rows).toEqual([{ uid }]);
  });

  it.each(['sim', 1, null])('refuses %j for rotate', async (rotate) => {
    const { uid, tokens } = await createPerson();
    const response = await app.fetch('/api/users/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uid, refreshToken: tokens.refreshToken, rotate }),
    });
    expect(response.status).toBe(400);
  });

  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        back: fc.nat(3),
        rotate: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        seconds: fc.constantFrom(5, 10, 15),
      }),
    },
  );

  it('keeps its promises in any order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const person = await createPerson();
        const { uid } = person;
        const given = [person.tokens.refreshToken];
        const ages: number[] = [];
        for (const each of steps) {
          if (each.kind === 'pass') {
            await ageReplacedTokens(uid, each.seconds);
            for (const n of ages.keys()) ages[n] = (ages[n] ?? 0) + each.seconds;
            continue;
          }
          const generation = Math.max(0, given.length - 1 - each.back);
          const asking = requestTokens(uid, given[generation] ?? '', each.rotate);
          if ((ages[generation] ?? 0) >= 30) {
            await expectRefused(asking);
            await expectRefused(requestTokens(uid, given.at(-1) ?? ''));
            expect(await hasActiveSession(person)).toBe(false);
            return;
          }
          const { refreshToken } = await asking;
          expect(refreshToken !== undefined).toBe(each.rotate);
          if (refreshToken === undefined) continue;
          if (generation < given.length - 1) expect(refreshToken).toBe(given[generation + 1]);
          else {
            expect(given).not.toContain(refreshToken);
            given.push(refreshToken);
            ages.push(0);
          }
          expect(await hasActiveSession(person)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
