import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const idTokenOf = async (name: string) => {
  const response = await app.fetch('/dev/id-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name.toLowerCase()}@pessoas.example`, name }),
  });
  return ((await response.json()) as { idToken: string }).idToken;
};

describe('POST /api/auth/google', () => {
  it('makes the account once and finds it afterwards', async () => {
    const idToken = await idTokenOf('Primeira');
    const first = await app.visitor.identity.signIn({ body: { idToken } });
    const second = await app.visitor.identity.signIn({ body: { idToken } });
    expect(first.isNewUser).toBe(true);
    expect(second.isNewUser).toBe(false);
    expect(second.user.uid).toBe(first.user.uid);
    expect(first.user).toMatchObject({ username: 'Primeira', role: 'user', ageVerified: false });
  });

  it('makes one account for simultaneous first sign-ins', async () => {
    const idToken = await idTokenOf('Apressada');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.visitor.identity.signIn({ body: { idToken } })),
    );
    expect(new Set(answers.map(({ user }) => user.uid)).size).toBe(1);
    expect(answers.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
  });

  it('finds another username when the name is taken', async () => {
    const one = await app.visitor.identity.signIn({
      body: { idToken: await idTokenOf('Repetida') },
    });
    const response = await app.fetch('/dev/id-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'outra@pessoas.example', name: 'Repetida' }),
    });
    const { idToken } = (await response.json()) as { idToken: string };
    const other = await app.visitor.identity.signIn({ body: { idToken } });
    expect(other.user.username).not.toBe(one.user.username);
    expect(other.user.username).toMatch(/^[A-Za-z0-9_.]{6,16}$/);
  });

  it('refuses a token it cannot verify without asking for a refresh', async () => {
    const answer = await refusal(app.visitor.identity.signIn({ body: { idToken: 'nonsense' } }));
    expect(answer.status).toBe(401);
    expect(answer.message).toBe('Não foi possível verificar sua conta.');
  });

  it('gives administrators their role', async () => {
    expect((await app.admin()).user).toMatchObject({ role: 'admin', badges: ['admin', 'newbie'] });
  });
});

describe('POST /api/users/refresh-token', () => {
  it('gives a working access token, many at once too', async () => {
    const person = await app.person('Renovada');
    const body = { uid: person.uid, refreshToken: person.tokens.refreshToken };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => app.visitor.identity.refreshToken({ body })),
    );
    for (const { accessToken } of [answers[0], answers[99]].filter((a) => a !== undefined)) {
      const me = await app.fetch('/api/users/me', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(me.status).toBe(200);
    }
  });

  it.each([
    ['another uid', async () => ({ uid: (await app.person('Vizinha')).uid })],
    [
      'an access token in its place',
      async () => ({ refreshToken: (await app.person('Trocada')).tokens.accessToken }),
    ],
    ['an unknown token', async () => ({ refreshToken: 'x'.repeat(43) })],
  ])('refuses %s', async (_, change) => {
    const person = await app.person('Trocada');
    const body = { uid: person.uid, refreshToken: person.tokens.refreshToken, ...(await change()) };
    const answer = await refusal(app.visitor.identity.refreshToken({ body }));
    expect(answer.status).toBe(401);
    expect(answer.body['error']).toBe('Token inválido');
  });

  it('keeps only a hash of the token', async () => {
    const { tokens } = await app.person('Guardada');
    const { rows } = await app.pool.query('SELECT * FROM sessions');
    expect(JSON.stringify(rows)).not.toContain(tokens.refreshToken);
  });
});

describe('sessions', () => {
  it('stop working at once when they are logged out', async () => {
    const person = await app.person('Saindo');
    await app.visitor.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });
    expect((await refusal(person.api.users.getMe())).body['error']).toBe('Token inválido');
    const again = refusal(
      app.visitor.identity.refreshToken({
        body: { uid: person.uid, refreshToken: person.tokens.refreshToken },
      }),
    );
    expect((await again).status).toBe(401);
    await app.visitor.identity.logout({ body: { refreshToken: person.tokens.refreshToken } });
  });

  it('are listed, and each ends by itself', async () => {
    const here = await app.person('Duasvezes');
    const there = await app.person('Duasvezes');
    const { sessions } = await here.api.identity.listSessions();
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ current }) => !current);
    await here.api.identity.endSession({ params: { id: other?.id ?? '' } });
    expect((await refusal(there.api.users.getMe())).status).toBe(401);
    expect((await here.api.users.getMe()).uid).toBe(here.uid);
  });

  it('end with the device that asks, when it is that one', async () => {
    const person = await app.person('Saindodaqui');
    const { sessions } = await person.api.identity.listSessions();
    await person.api.identity.endSession({ params: { id: sessions[0]?.id ?? '' } });
    expect((await refusal(person.api.users.getMe())).status).toBe(401);
  });

  it('end everywhere else at once, and nobody else’s with them', async () => {
    const here = await app.person('Emtodolugar');
    const others = [await app.person('Emtodolugar'), await app.person('Emtodolugar')];
    const stranger = await app.person('Naoelas');
    for (let time = 0; time < 2; time += 1) await here.api.identity.endOtherSessions();
    for (const { api } of others) expect((await refusal(api.users.getMe())).status).toBe(401);
    const { sessions } = await here.api.identity.listSessions();
    expect(sessions).toMatchObject([{ current: true }]);
    expect((await stranger.api.users.getMe()).uid).toBe(stranger.uid);
  });

  it('of a suspended person end like any other', async () => {
    const [here, there] = [await app.person('Suspensasim'), await app.person('Suspensasim')];
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [here.uid]);
    await here.api.identity.endOtherSessions();
    expect((await refusal(there.api.identity.listSessions())).status).toBe(401);
    expect((await here.api.identity.listSessions()).sessions).toHaveLength(1);
  });

  it('of other people cannot be ended', async () => {
    const owner = await app.person('Donadela');
    const stranger = await app.person('Intrusas');
    const { sessions } = await owner.api.identity.listSessions();
    const id = sessions[0]?.id ?? '';
    expect((await refusal(stranger.api.identity.endSession({ params: { id } }))).status).toBe(404);
    expect((await owner.api.identity.listSessions()).sessions).toHaveLength(1);
  });

  it('answer with the exact texts when a token is missing or bad', async () => {
    const missing = await app.fetch('/api/users/me');
    expect(missing.status).toBe(401);
    expect(await missing.json()).toMatchObject({
      error: 'Token não fornecido.',
      code: 'token_missing',
    });
    for (const authorization of ['Bearer x', 'Basic abc', 'Bearer', 'Bearer a b']) {
      const bad = await app.fetch('/api/users/me', { headers: { authorization } });
      expect(bad.status).toBe(401);
      expect(await bad.json()).toMatchObject({ error: 'Token inválido' });
    }
  });
});
