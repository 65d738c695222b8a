import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOfCall, startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Requests an ID token for this account from the identity provider of the demo mode. */
async function issueIdToken(account: Record<string, unknown>): Promise<string> {
  const response = await app.fetch('/dev/id-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return ((await response.json()) as { idToken: string }).idToken;
}

const idTokenOf = (name: string) =>
  issueIdToken({ email: `${name.toLowerCase()}@pessoas.example`, name });

const signIn = (idToken: string) => app.visitor.identity.signIn({ body: { idToken } });

describe('POST /api/auth/google', () => {
  it('creates the account once and finds it afterwards', async () => {
    const firstSignIn = await signIn(await idTokenOf('Primeira'));
    const secondSignIn = await signIn(await idTokenOf('Primeira'));
    expect(firstSignIn.isNewUser).toBe(true);
    expect(secondSignIn.isNewUser).toBe(false);
    expect(secondSignIn.user.uid).toBe(firstSignIn.user.uid);
    expect(firstSignIn.user).toMatchObject({
      username: 'Primeira',
      role: 'user',
      ageVerified: false,
    });
  });

  it('creates one account for simultaneous first sign-ins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => signIn(await idTokenOf('Apressada'))),
    );
    expect(new Set(answers.map(({ user }) => user.uid)).size).toBe(1);
    expect(answers.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
  });

  it('chooses another username when the name is taken', async () => {
    const firstAccount = await signIn(await idTokenOf('Repetida'));
    const secondAccount = await signIn(
      await issueIdToken({ email: 'outra@pessoas.example', name: 'Repetida' }),
    );
    expect(secondAccount.user.username).not.toBe(firstAccount.user.username);
    expect(secondAccount.user.username).toMatch(/^[A-Za-z0-9_.]{6,16}$/);
  });

  it.each([
    ['unverifiable', 'nonsense'],
    ['empty', ''],
    ['long', 'x'.repeat(200_000)],
    ['long, with three parts', 'x.'.repeat(2) + 'x'.repeat(200_000)],
  ])('rejects a token that is %s without requesting a refresh', async (_, idToken) => {
    const answer = await errorOfCall(app.visitor.identity.signIn({ body: { idToken } }));
    expect(answer.status).toBe(401);
    expect(answer.message).toBe('Não foi possível verificar sua conta.');
  });

  it.each([undefined, null, 7, ['x']])(
    'refuses %j in place of a token as malformed',
    async (idToken) => {
      const answer = await errorOfCall(
        app.visitor.identity.signIn({ body: { idToken: idToken as never } }),
      );
      expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    },
  );

  it('gives administrators their role', async () => {
    expect((await app.signInAdmin()).user).toMatchObject({
      role: 'admin',
      badges: ['admin', 'newbie'],
    });
  });
});

describe('an ID token', () => {
  const sessionsOf = async (uid: string) =>
    (await app.pool.query('SELECT id FROM sessions WHERE uid = $1', [uid])).rows.length;

  it('signs in exactly one of fifty concurrent requests, and none later', async () => {
    const idToken = await idTokenOf('Corrida');
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => signIn(idToken)));
    const successfulSignIns = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value] : [],
    );
    expect(successfulSignIns).toHaveLength(1);
    expect(await sessionsOf(successfulSignIns[0]?.user.uid ?? '')).toBe(1);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await errorOfCall(signIn(idToken))).toMatchObject({
        status: 401,
        message: 'Não foi possível verificar sua conta.',
        code: 'identity_rejected',
      });
    }
  });

  it('is spent in every encoding of its signature', async () => {
    const idToken = await idTokenOf('Reescrita');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const otherLastLetter = alphabet[alphabet.indexOf(idToken.at(-1) ?? '') ^ 1];
    await signIn(idToken);
    expect((await errorOfCall(signIn(idToken.slice(0, -1) + otherLastLetter))).status).toBe(401);
  });

  it('stays valid when the sign-in failed, and is stored as a hash until it expires', async () => {
    const idToken = await idTokenOf('Tropecou');
    await app.pool.query('ALTER TABLE sessions ADD CONSTRAINT nothing CHECK (false) NOT VALID');
    const signInError = await errorOfCall(signIn(idToken)).finally(() =>
      app.pool.query('ALTER TABLE sessions DROP CONSTRAINT nothing'),
    );
    expect(signInError.status).toBeGreaterThanOrEqual(500);
    await signIn(idToken);
    const { rows } = await app.pool.query(
      `SELECT octet_length(token_hash) AS bytes, expires_at > now() AS good
       FROM spent_id_tokens ORDER BY expires_at DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ bytes: 32, good: true }]);
  });
});

describe('POST /api/users/refresh-token', () => {
  it('returns a working access token, also concurrently', async () => {
    const person = await app.signIn('Renovada');
    const body = { uid: person.uid, refreshToken: person.tokens.refreshToken };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => app.visitor.identity.refreshToken({ body })),
    );
    for (const { accessToken } of [answers[0], answers[99]].filter((a) => a !== undefined)) {
      const response = await app.fetch('/api/users/me', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ['another uid', async () => ({ uid: (await app.signIn('Vizinha')).uid })],
    [
      'an access token in its place',
      async () => ({ refreshToken: (await app.signIn('Trocada')).tokens.accessToken }),
    ],
    ['an unknown token', async () => ({ refreshToken: 'x'.repeat(43) })],
    ['an empty token', async () => ({ refreshToken: '' })],
    ['a long token', async () => ({ refreshToken: 'x'.repeat(200_000) })],
  ])('refuses %s', async (_, change) => {
    const person = await app.signIn('Trocada');
    const body = { uid: person.uid, refreshToken: person.tokens.refreshToken, ...(await change()) };
    const answer = await errorOfCall(app.visitor.identity.refreshToken({ body }));
    expect(answer.status).toBe(401);
    expect(answer.body['error']).toBe('Token inválido');
  });

  it('stores only a hash of the token', async () => {
    const { tokens } = await app.signIn('Guardada');
    const { rows } = await app.pool.query('SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(tokens.refreshToken);
  });
});

describe('sessions', () => {
  it('stop working immediately after logout', async () => {
    const person = await app.signIn('Saindo');
    await app.visitor.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });
    expect((await errorOfCall(person.api.users.getMe())).body['error']).toBe('Token inválido');
    const repeatedRefresh = errorOfCall(
      app.visitor.identity.refreshToken({
        body: { uid: person.uid, refreshToken: person.tokens.refreshToken },
      }),
    );
    expect((await repeatedRefresh).status).toBe(401);
    await app.visitor.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });
  });

  it('are listed and can be ended one by one', async () => {
    const firstDevice = await app.signIn('Duasvezes');
    const secondDevice = await app.signIn('Duasvezes');
    const { sessions } = await firstDevice.api.identity.listSessions();
    expect(sessions).toHaveLength(2);
    const otherSession = sessions.find(({ current }) => !current);
    await firstDevice.api.identity.endSession({ params: { id: otherSession?.id ?? '' } });
    expect((await errorOfCall(secondDevice.api.users.getMe())).status).toBe(401);
    expect((await firstDevice.api.users.getMe()).uid).toBe(firstDevice.uid);
  });

  it('are listed up to the limit, the current one and those that were used last', async () => {
    const person = await app.signIn('Muitasvezes');
    await app.pool.query(
      `INSERT INTO sessions (id, uid, refresh_hash, device, last_used_at, expires_at)
       SELECT gen_random_uuid(), $1, sha256(n::text::bytea), 'Firefox', now() + n * interval '1 minute', now() + interval '1 day'
       FROM generate_series(1, $2) AS n`,
      [person.uid, limits.listedSessions],
    );
    const { sessions } = await person.api.identity.listSessions();
    expect(sessions).toHaveLength(limits.listedSessions);
    expect(sessions[0]).toMatchObject({ current: true });
  });

  it('can include the current one when it is ended', async () => {
    const person = await app.signIn('Saindodaqui');
    const { sessions } = await person.api.identity.listSessions();
    await person.api.identity.endSession({ params: { id: sessions[0]?.id ?? '' } });
    expect((await errorOfCall(person.api.users.getMe())).status).toBe(401);
  });

  it('end on all other devices at once, and for nobody else', async () => {
    const currentDevice = await app.signIn('Emtodolugar');
    const otherDevices = [await app.signIn('Emtodolugar'), await app.signIn('Emtodolugar')];
    const stranger = await app.signIn('Naoelas');
    for (let round = 0; round < 2; round += 1) await currentDevice.api.identity.endOtherSessions();
    for (const { api } of otherDevices)
      expect((await errorOfCall(api.users.getMe())).status).toBe(401);
    const { sessions } = await currentDevice.api.identity.listSessions();
    expect(sessions).toMatchObject([{ current: true }]);
    expect((await stranger.api.users.getMe()).uid).toBe(stranger.uid);
  });

  it('of a suspended person end like any other', async () => {
    const [here, there] = [await app.signIn('Suspensasim'), await app.signIn('Suspensasim')];
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [here.uid]);
    await here.api.identity.endOtherSessions();
    expect((await errorOfCall(there.api.identity.listSessions())).status).toBe(401);
    expect((await here.api.identity.listSessions()).sessions).toHaveLength(1);
  });

  it('of other people cannot be ended', async () => {
    const owner = await app.signIn('Donadela');
    const stranger = await app.signIn('Intrusas');
    const { sessions } = await owner.api.identity.listSessions();
    const id = sessions[0]?.id ?? '';
    expect((await errorOfCall(stranger.api.identity.endSession({ params: { id } }))).status).toBe(
      404,
    );
    expect((await owner.api.identity.listSessions()).sessions).toHaveLength(1);
  });

  it('answer with the exact texts when a token is missing or bad', async () => {
    const responseWithoutToken = await app.fetch('/api/users/me');
    expect(responseWithoutToken.status).toBe(401);
    expect(await responseWithoutToken.json()).toMatchObject({
      error: 'Token não fornecido.',
      code: 'token_missing',
    });
    for (const authorization of ['Bearer x', 'Basic abc', 'Bearer', 'Bearer a b']) {
      const response = await app.fetch('/api/users/me', { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: 'Token inválido' });
    }
  });
});
