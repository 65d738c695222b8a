import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '../../../test/fixtures/data/pictures.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const patchProfile = (person: TestPerson, body: unknown) =>
  person.fetch('/api/users/', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('PATCH /api/users/', () => {
  it('changes only what is sent, as JSON', async () => {
    const person = await app.signIn('Mudanca');
    await patchProfile(person, { bio: 'Jogo suporte.', effectPhrase: 'gg', canBeCalled: true });
    const updatedUser = await person.api.users.updateMe({ body: { bio: '' } });
    expect(updatedUser).toMatchObject({ bio: null, effectPhrase: 'gg', canBeCalled: true });
    expect(updatedUser.username).toBe(person.user.username);
  });

  it('accepts multipart, with or without the trailing slash', async () => {
    const person = await app.signIn('Formulario');
    const form = new FormData();
    form.set('bio', 'Sou do sul.');
    form.set('canBeCalled', 'true');
    for (const path of ['/api/users', '/api/users/']) {
      const response = await person.fetch(path, { method: 'PATCH', body: form });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ bio: 'Sou do sul.', canBeCalled: true });
    }
  });

  it.each([
    [{ username: '' }, 'Nome de usuário obrigatório'],
    [{ username: 'abc' }, 'Nome de usário precisa ter no mínimo 6 letras.'],
    [{ username: 'a'.repeat(17) }, 'Nome de usuário precisa ter no máximo 16 letras.'],
    [{ username: 'com espaco' }, 'Nome de usuário inválido.'],
    [{ username: 'раssword' }, 'Nome de usuário inválido.'],
    [{ username: 'zero\u200bwidth' }, 'Nome de usuário inválido.'],
    [{ username: 'Settings' }, 'Nome de usuário inválido.'],
    [{ username: 'Admin_' }, 'Nome de usuário inválido.'],
    [{ username: 'adm1nistrador' }, 'Nome de usuário inválido.'],
    [{ username: 'GuildaSuporte' }, 'Nome de usuário inválido.'],
    [{ username: '__proto__' }, 'Nome de usuário inválido.'],
    [{ username: 'constructor' }, 'Nome de usuário inválido.'],
    [{ username: '123456' }, 'Nome de usuário inválido.'],
    [{ username: '_._._._' }, 'Nome de usuário inválido.'],
    [{ bio: 'a'.repeat(151) }, 'Use no máximo 150 caracteres.'],
    [{ bio: 'vira\u202eotxet' }, 'Texto inválido.'],
    [{ bio: ['lista'] }, 'Texto inválido.'],
    [{ canBeCalled: 'talvez' }, 'Parâmetro inválido.'],
    [{ privacy: 'secret' }, 'Parâmetro inválido.'],
  ])('refuses %j', async (body, message) => {
    const person = await app.signIn('Recusada');
    const response = await patchProfile(person, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: message, message });
    expect(await person.api.users.getMe()).toEqual(person.user);
  });

  it.each(['role', 'badges', 'email', 'discordId', 'uid', 'ratingSum', '__proto__x'])(
    'refuses the unknown field %s and changes nothing',
    async (field) => {
      const person = await app.signIn('Injetora');
      const response = await patchProfile(person, { bio: 'x', [field]: 'admin' });
      expect(response.status).toBe(400);
      expect(await person.api.users.getMe()).toEqual(person.user);
    },
  );

  it('rejects NUL and malformed text anywhere', async () => {
    const person = await app.signIn('Nulidade');
    for (const bio of ['a\0b', '\ud800', 'x'.repeat(300_000)]) {
      const response = await patchProfile(person, { bio });
      expect([400, 413]).toContain(response.status);
    }
  });

  it('keeps one photo of several concurrent uploads', async () => {
    const person = await app.signIn('Retratista');
    const photo = new Blob([new Uint8Array(await buildPng())]);
    const sendUpdate = () => {
      const form = new FormData();
      form.set('photo', photo, 'eu.png');
      return person.fetch('/api/users/', { method: 'PATCH', body: form });
    };
    const answers = await Promise.all(Array.from({ length: 6 }, sendUpdate));
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    const { rows } = await app.pool.query('SELECT id FROM pictures WHERE owner_id = $1', [
      person.uid,
    ]);
    expect(rows).toHaveLength(1);
    expect((await person.api.users.getMe()).photoURL).toContain(rows[0]?.id);
  });

  it('gives a username to one of fifty concurrent requests, in any case', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, i) => app.signIn(`Corredora${i}`)),
    );
    const answers = await Promise.all(
      people.map((person, i) =>
        patchProfile(person, { username: i % 2 ? 'Disputado' : 'disputado' }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const conflictAnswer = answers.find((answer) => answer.status === 409);
    expect(await conflictAnswer?.json()).toMatchObject({
      error: 'Nome de usuário já está em uso.',
    });
  });
});

describe('a username similar to an administrator’s', () => {
  const nameOf = async (person: TestPerson, username: string) => {
    const response = await patchProfile(person, { username });
    return { status: response.status, body: await response.json() };
  };

  it('is refused to others, with any separators and look-alikes', async () => {
    const admin = await app.signInAdmin();
    expect((await nameOf(admin, 'Dona_Crit')).status).toBe(200);
    const person = await app.signIn('Imitadora');
    for (const username of ['Dona.Crit', 'DonaCrit', 'd0na_cr1t', 'D.o.n.a.C.r.i.t'])
      expect(await nameOf(person, username)).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_username',
          error: 'Nome de usuário inválido.',
          issues: [{ path: 'username' }],
        },
      });
    expect((await nameOf(admin, 'Dona.Crit')).status).toBe(200);
  });

  it('is kept by its previous owner, with the rest of the profile', async () => {
    const person = await app.signIn('Antigamente');
    await app.pool.query(`UPDATE users SET username = 'Guilda_Velha' WHERE uid = $1`, [person.uid]);
    const response = await patchProfile(person, {
      username: 'guilda_velha',
      bio: 'Desde o começo.',
    });
    expect(response.status).toBe(200);
    expect((await nameOf(person, 'Guilda_Nova')).status).toBe(400);
  });

  it('is protected as soon as its owner is an administrator', async () => {
    const [later, other] = [await app.signIn('Futura'), await app.signIn('Passado')];
    expect((await nameOf(later, 'Lince_Azul')).status).toBe(200);
    expect((await nameOf(other, 'Lince.Azul')).status).toBe(200);
    expect((await nameOf(other, 'OutroNome')).status).toBe(200);
    await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [later.uid]);
    expect((await nameOf(other, 'Lince.Azul')).status).toBe(400);
  });
});

describe('profiles', () => {
  const publicKeys = [
    'badges',
    'bio',
    'blocked',
    'canBeCalled',
    'createdAt',
    'discordId',
    'displayName',
    'effectPhrase',
    'photoURL',
    'privacy',
    'rating',
    'restricted',
    'reviewCount',
    'status',
    'uid',
    'username',
  ];

  it('show exactly the public fields to others, the e-mail never', async () => {
    const person = await app.signIn('Exposta');
    for (const client of [app.visitor, (await app.signIn('Leitora')).api]) {
      const publicProfile = await client.users.getUser({ params: { buyerId: person.uid } });
      expect(Object.keys(publicProfile).sort()).toEqual(publicKeys);
      expect(JSON.stringify(publicProfile)).not.toContain(person.email);
    }
    const ownAccount = await person.api.users.getMe();
    const ownFields = ['ageRequired', 'ageVerified', 'email', 'role', 'suspension', 'verifiedAge'];
    expect(Object.keys(ownAccount).sort()).toEqual([...publicKeys, ...ownFields].sort());
  });

  it('hide the linked Discord account from visitors', async () => {
    const person = await app.signIn('Discordante');
    await app.pool.query('UPDATE users SET discord_id = $1 WHERE uid = $2', ['123', person.uid]);
    const params = { buyerId: person.uid };
    expect((await app.visitor.users.getUser({ params })).discordId).toBeNull();
    const reader = await app.signIn('Leitora');
    expect((await reader.api.users.getUser({ params })).discordId).toBe('123');
  });

  it('are found by username, case-insensitively', async () => {
    const person = await app.signIn('CaixaAlta');
    const publicProfile = await app.visitor.users.getByUsername({
      params: { username: 'CAIXAALTA' },
    });
    expect(publicProfile.uid).toBe(person.uid);
  });

  it.each(['nao-existe', '00000000-0000-7000-8000-000000000000', "'; DROP TABLE users; --"])(
    'that do not exist are 404: %s',
    async (id) => {
      const answer = await errorOfCall(app.visitor.users.getUser({ params: { buyerId: id } }));
      expect([answer.status, answer.message]).toEqual([404, 'Usuário não encontrado.']);
    },
  );

  it('that are private show only name, photo and badges to strangers', async () => {
    const person = await app.signIn('Reservada');
    await patchProfile(person, { privacy: 'private', bio: 'segredo', effectPhrase: 'oculto' });
    const publicProfile = await app.visitor.users.getUser({ params: { buyerId: person.uid } });
    expect(publicProfile).toMatchObject({
      restricted: true,
      bio: null,
      effectPhrase: '',
      rating: null,
    });
    const ownProfile = await person.api.users.getUser({ params: { buyerId: person.uid } });
    expect(ownProfile).toMatchObject({ restricted: false, bio: 'segredo' });
  });
});

describe('GET /api/users', () => {
  it('finds by part, by another spelling and without accents', async () => {
    const person = await app.signIn('Jabuticaba');
    await app.pool.query("UPDATE users SET display_name = 'Conceição Ávila' WHERE uid = $1", [
      person.uid,
    ]);
    for (const q of ['jabutic', 'jabuticava', 'conceicao', 'AVILA']) {
      const { users } = await app.visitor.users.searchUsers({ query: { q } });
      expect(
        users.map(({ uid }) => uid),
        q,
      ).toContain(person.uid);
    }
  });

  it('pages without skipping or repeating', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => app.signIn(`Paginada${i}`)));
    const listedUids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.visitor.users.searchUsers({
        query: { q: 'paginada', limit: '5', ...(cursor ? { cursor } : {}) },
      });
      listedUids.push(...page.users.map(({ uid }) => uid));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(listedUids).size).toBe(listedUids.length);
    expect(listedUids.length).toBeGreaterThanOrEqual(12);
  });

  it.each([
    'limit=0',
    'limit=1e9',
    'limit=51',
    'limit=1&limit=2',
    'cursor=lixo',
    'q=%00',
    'cursor=a&cursor=b',
  ])('refuses ?%s', async (query) => {
    const response = await app.fetch(`/api/users?${query}`);
    expect(response.status).toBe(400);
  });
});
