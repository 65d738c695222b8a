import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefreshClient } from '../../../test/fixtures/clients/refresh-client.ts';
import { connectSocket } from '../../../test/fixtures/clients/sockets.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';
import { findRefreshToken } from './refresh-token-store.ts';
import { createRefreshTokens } from './refresh-tokens.ts';

let app: TestApp;
let client: ReturnType<typeof createRefreshClient>;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
  client = createRefreshClient(app);
});
afterAll(() => app.close());

const createPerson = () => {
  personCount += 1;
  return app.signIn(`Girando${personCount}`);
};

describe('a refresh token', () => {
  it('stays the same for the whole session when rotation is not requested', async () => {
    const { uid, tokens } = await createPerson();
    for (let round = 0; round < 5; round += 1) {
      const answer = await client.requestTokens(
        uid,
        tokens.refreshToken,
        round === 3 ? false : undefined,
      );
      expect(Object.keys(answer)).toEqual(['accessToken']);
      await app.pool.query(
        `UPDATE sessions SET last_used_at = last_used_at - interval '5 days',
           created_at = created_at - interval '5 days' WHERE uid = $1`,
        [uid],
      );
    }
    await app.pool.query('UPDATE sessions SET expires_at = now() WHERE uid = $1', [uid]);
    await client.expectRefused(client.requestTokens(uid, tokens.refreshToken));
  });

  it('is replaced on request, and the session keeps its entry and expiry', async () => {
    const person = await createPerson();
    const { uid } = person;
    const [before] = (await person.api.identity.listSessions({})).sessions;
    const [{ expires_at: end }] = (
      await app.pool.query('SELECT expires_at FROM sessions WHERE uid = $1', [uid])
    ).rows;
    const seenTokens = new Set([person.tokens.refreshToken]);
    let currentToken = person.tokens.refreshToken;
    for (let round = 0; round < 40; round += 1) {
      const answer = await client.rotateToken(uid, currentToken);
      currentToken = answer.refreshToken;
      seenTokens.add(currentToken);
      await client.ageReplacedTokens(uid, 31);
      expect(await client.hasActiveSession(person)).toBe(true);
      const authorizedRequest = { headers: { authorization: `Bearer ${answer.accessToken}` } };
      expect((await app.fetch('/api/users/me', authorizedRequest)).status).toBe(200);
    }
    expect(seenTokens.size).toBe(41);
    const { sessions } = await person.api.identity.listSessions({});
    expect(sessions).toEqual([{ ...before, lastUsedAt: sessions[0]?.lastUsedAt }]);
    const { rows } = await app.pool.query('SELECT * FROM sessions WHERE uid = $1', [uid]);
    expect(rows).toMatchObject([{ expires_at: end }]);
    expect(rows[0].rotated_at.length).toBeLessThan(5);
    for (const token of seenTokens) expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('that was replaced gives the same answer for 30 s, with or without rotation', async () => {
    const { uid, tokens } = await createPerson();
    const firstAnswer = await client.rotateToken(uid, tokens.refreshToken);
    await client.ageReplacedTokens(uid, 15);
    expect((await client.rotateToken(uid, tokens.refreshToken)).refreshToken).toBe(
      firstAnswer.refreshToken,
    );
    expect(await client.requestTokens(uid, tokens.refreshToken)).toEqual({
      accessToken: expect.any(String),
    });
    const secondRotation = await client.rotateToken(uid, firstAnswer.refreshToken);
    expect((await client.rotateToken(uid, tokens.refreshToken)).refreshToken).toBe(
      firstAnswer.refreshToken,
    );
    expect((await client.rotateToken(uid, firstAnswer.refreshToken)).refreshToken).toBe(
      secondRotation.refreshToken,
    );
    await client.requestTokens(uid, secondRotation.refreshToken);
  });

  it('is replaced once by a hundred concurrent tabs, and none is signed out', async () => {
    const person = await createPerson();
    const { uid, tokens } = person;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 5 === 0
          ? client.requestTokens(uid, tokens.refreshToken).then(() => null)
          : client.rotateToken(uid, tokens.refreshToken),
      ),
    );
    const successfulAnswers = answers.filter((answer) => answer !== null);
    expect(new Set(successfulAnswers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await app.pool.query('SELECT rotation FROM sessions WHERE uid = $1', [uid]);
    expect(rows).toEqual([{ rotation: 1 }]);
    expect(await client.hasActiveSession(person)).toBe(true);
    await client.ageReplacedTokens(uid, 31);
    await client.rotateToken(uid, successfulAnswers[0]?.refreshToken ?? '');
    expect(await client.hasActiveSession(person)).toBe(true);
  });

  it('that is used after the grace period ends its session and socket, and no other', async () => {
    const victim = await createPerson();
    const otherPerson = await app.signIn(`Girando${personCount}`);
    const { uid, tokens } = victim;
    const [socket, beside] = [
      await connectSocket(app.url, victim),
      await connectSocket(app.url, otherPerson),
    ];
    const disconnected = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    const rotatedTokens = await client.rotateToken(uid, tokens.refreshToken);
    await client.ageReplacedTokens(uid, 31);
    await client.expectRefused(client.requestTokens(uid, tokens.refreshToken, true));
    expect(await disconnected).toBe('io server disconnect');
    await client.expectRefused(client.requestTokens(uid, rotatedTokens.refreshToken));
    expect(await client.hasActiveSession(victim)).toBe(false);
    const authorizedRequest = { headers: { authorization: `Bearer ${rotatedTokens.accessToken}` } };
    expect((await app.fetch('/api/users/me', authorizedRequest)).status).toBe(401);
    expect(await client.hasActiveSession(otherPerson)).toBe(true);
    expect(beside.wire.connected).toBe(true);
    expect((await otherPerson.api.identity.listSessions({})).sessions).toHaveLength(1);
    socket.close();
    beside.close();
  });

  it('ends the session however long ago it was replaced, also without rotation', async () => {
    const person = await createPerson();
    const { uid, tokens } = person;
    const secondTokens = await client.rotateToken(uid, tokens.refreshToken);
    let currentToken = secondTokens.refreshToken;
    for (let round = 0; round < 3; round += 1) {
      await client.ageReplacedTokens(uid, 31);
      currentToken = (await client.rotateToken(uid, currentToken)).refreshToken;
    }
    await client.expectRefused(client.requestTokens(uid, secondTokens.refreshToken));
    await client.expectRefused(client.requestTokens(uid, currentToken));
    expect(await client.hasActiveSession(person)).toBe(false);
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
    const { refreshToken } = await client.rotateToken(uid, tokens.refreshToken);
    const newestTokens = await client.rotateToken(uid, refreshToken);
    await client.ageReplacedTokens(uid, 31);
    const [asker = '', token = ''] = await change(uid, refreshToken);
    await client.expectRefused(client.requestTokens(asker, token, true));
    expect(await client.hasActiveSession(person)).toBe(true);
    await client.requestTokens(uid, newestTokens.refreshToken);
  });

  it('logs its session out, replaced or not', async () => {
    for (const tokenName of ['first', 'replaced', 'newest']) {
      const person = await createPerson();
      const { uid, tokens } = person;
      const replacedTokens = await client.rotateToken(uid, tokens.refreshToken);
      const newestTokens = await client.rotateToken(uid, replacedTokens.refreshToken);
      await client.ageReplacedTokens(uid, 31);
      const usedTokens = {
        first: tokens,
        replaced: replacedTokens,
        newest: newestTokens,
      }[tokenName];
      await app.visitor.identity.logout({ body: { refreshToken: usedTokens?.refreshToken ?? '' } });
      expect([tokenName, await client.hasActiveSession(person)]).toEqual([tokenName, false]);
    }
  });

  it('survives a restored database backup', async () => {
    const { uid, tokens } = await createPerson();
    const storedSession = (await app.pool.query('SELECT * FROM sessions WHERE uid = $1', [uid]))
      .rows[0];
    const secondTokens = await client.rotateToken(
      uid,
      (await client.rotateToken(uid, tokens.refreshToken)).refreshToken,
    );
    await app.pool.query(
      `UPDATE sessions SET rotation = 0, rotated_at = '{}', first_hash = NULL, refresh_hash = $2 WHERE uid = $1`,
      [uid, storedSession.refresh_hash],
    );
    const thirdTokens = await client.rotateToken(uid, secondTokens.refreshToken);
    await client.ageReplacedTokens(uid, 31);
    await client.requestTokens(uid, thirdTokens.refreshToken);
    await client.expectRefused(client.requestTokens(uid, tokens.refreshToken));
  });

  it('is recognised by its hash after the server key changed, older ones are not', async () => {
    const { uid, tokens } = await createPerson();
    const secondTokens = await client.rotateToken(uid, tokens.refreshToken);
    const thirdTokens = await client.rotateToken(uid, secondTokens.refreshToken);
    const findWithOtherKey = (token: string) =>
      findRefreshToken(app.program.database.db, createRefreshTokens('another key'), token);
    expect(await findWithOtherKey(thirdTokens.refreshToken)).toMatchObject({ uid, generation: 2 });
    expect(await findWithOtherKey(secondTokens.refreshToken)).toBeNull();
    expect(await findWithOtherKey(tokens.refreshToken)).toMatchObject({ uid, generation: 0 });
  });

  it('is recognised by its hash by the previous version', async () => {
    const { uid, tokens } = await createPerson();
    const { refreshToken } = await client.rotateToken(uid, tokens.refreshToken);
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
});
