import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs as signInThroughProvider } from '../../../test/fixtures/data/people.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { ADMIN_EMAILS: 'administra@guilda.example,equipe@guilda.example' },
  });
});
afterAll(() => app.close());

/** Signs in with an account of the identity provider; resolves to the person's own user. */
const userOf = async (email: string, name?: string) =>
  (await signInThroughProvider(app.url, email, name)).user;

describe('a name from the identity provider', () => {
  let count = 0;
  const signInAs = async (name?: string) => {
    count += 1;
    return userOf(`segredo.antigo${count}@pessoas.example`, name);
  };

  it.each([
    ['turned around', 'Ana\u202eaicnuloP', 'AnaaicnuloP'],
    ['with what shows nothing', 'A\u200bn\u2060a\ufeff \u200d!', 'Ana !'],
    ['with stacked accents', `Ze${'\u0301'.repeat(300)}ca`, 'Zé\u0301\u0301\u0301\u0301ca'],
    ['over several lines', ' Ana\n\t\u2028 Paula ', 'Ana Paula'],
    ['cut before a picture that does not fit', `${'a'.repeat(58)}👩‍🚀b`, 'a'.repeat(58)],
    ['cut between pictures', '👩‍🚀'.repeat(100), '👩‍🚀'.repeat(12)],
    ['cut before a letter and its accent', `${'b'.repeat(59)}x\u0323z`, 'b'.repeat(59)],
  ])('%s is shown as it could have been typed', async (_, name, expectedName) => {
    const user = await signInAs(name);
    expect(user.displayName).toBe(expectedName);
    const shownUser = await app.visitor.users.getUser({ params: { buyerId: user.uid } });
    expect(shownUser.displayName).toBe(expectedName);
  });

  it.each([undefined, '', ' \u3164 ', '\u202e\u200b'])(
    'that is none (%j) makes nothing of the e-mail address public',
    async (name) => {
      const user = await signInAs(name);
      expect(user.username).toMatch(/^jogador\d{6}$/);
      expect(user.displayName).toBe(user.username);
      const shownUser = await app.visitor.users.getUser({ params: { buyerId: user.uid } });
      expect(JSON.stringify(shownUser)).not.toMatch(/segredo|antigo|pessoas/);
    },
  );

  it('of a thousand characters is accepted', async () => {
    const user = await signInAs('𝔤'.repeat(500));
    expect(user.displayName).toBe('𝔤'.repeat(30));
  });

  it.each(['Guilda Suporte', 'Admin', 'Adm1nistrador', 'constructor'])(
    'that is reserved (%s) makes no such username',
    async (name) => {
      expect((await signInAs(name)).username).toMatch(/^jogador\d{6}$/);
    },
  );

  it.each(['Suporte Guilda', 'Ѕuporte Guilda'])(
    'that claims to be the team (%s) is not shown',
    async (name) => {
      const user = await signInAs(name);
      expect(user.displayName).toBe(user.username);
    },
  );

  it('that claims to be the team is taken from an account that already has it', async () => {
    const email = 'antiga@pessoas.example';
    const user = await userOf(email, 'Antiga');
    await app.pool.query(`UPDATE users SET display_name = 'Equipe Guilda' WHERE uid = $1`, [
      user.uid,
    ]);
    const laterUser = await userOf(email, 'Suporte Guilda');
    expect(laterUser.displayName).toBe(user.username);
  });

  it('that claims to be the team is shown for an administrator', async () => {
    expect(await userOf('equipe@guilda.example', 'Equipe Guilda')).toMatchObject({
      role: 'admin',
      displayName: 'Equipe Guilda',
    });
  });

  it('of an administrator leads to another username', async () => {
    const { user } = await app.signInAdmin();
    await app.pool.query(`UPDATE users SET username = 'Dona_Crit' WHERE uid = $1`, [user.uid]);
    expect((await signInAs('Dona Crit')).username).toMatch(/^DonaCrit\d{4}$/);
  });
});
