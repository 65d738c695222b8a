import { createHash } from 'node:crypto';
import { postEndpoints } from '@guilda/contract/community/social';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/data/builders.ts';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
import {
  createPostsFixture,
  type PostFormFields,
} from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let reader: TestPerson;
let adultPerson: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  fixture = createPostsFixture(app);
  author = await app.signIn('Beatriz');
  reader = await app.signIn('Leitora');
  adultPerson = await app.signIn('Adulta');
  await fixture.checkAge(adultPerson);
});
afterAll(() => app.close());

const sendJson = (body: unknown, path = '/api/social/post/') =>
  author.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const getPost = (uid: string, person: Pick<TestPerson, 'fetch'> = app) =>
  person.fetch(`/api/social/post/${uid}`);

const readPost = async (uid: string, person?: Pick<TestPerson, 'fetch'>) =>
  fixture.postOf(await getPost(uid, person));

const hashtagsOf = async (uid: string) =>
  (
    await app.pool.query(
      `SELECT h.tag, h.name, h.created_at = p.created_at AS same FROM post_hashtags h
       JOIN posts p ON p.uid = h.post_uid WHERE p.uid = $1 ORDER BY h.tag`,
      [uid],
    )
  ).rows;

describe('publishing a post', () => {
  it.each(['/api/social/post/', '/api/social/post'])(
    'at %s answers it as it is then read',
    async (path) => {
      const response = await sendJson(
        { title: 'Subi de elo', description: 'Foi no sufoco.', hashtags: '#Valorant duo' },
        path,
      );
      expect(response.status).toBe(201);
      const post = await fixture.postOf(response);
      expect(postEndpoints.createPost.output.parse({ post })).toEqual({ post });
      expect(post).toMatchObject({
        title: 'Subi de elo',
        description: 'Foi no sufoco.',
        hashtags: ['Valorant', 'duo'],
        photoURL: null,
        likes: 0,
        liked: false,
        commentCount: 0,
        sensitive: false,
        service: null,
        hidden: null,
        withheld: false,
        author: { uid: author.uid, username: author.user.username },
      });
      expect(await (await getPost(post.uid)).json()).toEqual({ post });
    },
  );

  it('accepts a form with a photo, and shows it', async () => {
    const post = await fixture.publish(author, { title: 'Meu setup' }, { photo: png });
    const pictureResponse = await app.fetch(new URL(post.photoURL ?? '', app.url).pathname);
    expect(pictureResponse.status).toBe(200);
    expect(pictureResponse.headers.get('content-type')).toBe('image/webp');
    const { rows } = await app.pool.query(
      'SELECT kind, adult, owner_id FROM pictures WHERE id = $1',
      [parsePictureURL(post.photoURL ?? '')?.id],
    );
    expect(rows).toEqual([{ kind: 'post', adult: false, owner_id: author.uid }]);
  });

  it.each<[string, PostFormFields]>([
    ['a title', { title: 'Oi' }],
    ['a description', { description: 'Oi' }],
    ['a hashtag', { hashtags: 'osu' }],
    ['empty fields around a title', { title: 'Oi', description: '', hashtags: '', serviceId: '' }],
  ])('needs no more than %s', async (_, fields) => {
    expect((await fixture.send(author, fields)).status).toBe(201);
  });

  it('accepts a photo alone', async () => {
    const post = await fixture.publish(author, {}, { photo: png });
    expect(post).toMatchObject({ title: '', description: '', hashtags: [] });
    expect(post.photoURL).not.toBeNull();
  });

  it('accepts 75, 280 and 75 characters, and markup as text', async () => {
    const title = '<b>"Mira" & \'cia\'</b>'.padEnd(75, 'ã');
    const description = `a\r\n${'b'.repeat(278)}`;
    const hashtags = `<script> ${'h'.repeat(66)}`;
    const post = await fixture.publish(author, { title, description, hashtags });
    expect(post).toMatchObject({ title, description: `a\n${'b'.repeat(278)}` });
    expect(post.hashtags).toEqual(['script', 'h'.repeat(66)]);
  });

  it('stores hashtags as typed, and looks them up without accents and case', async () => {
    const { uid, hashtags } = await fixture.publish(author, { hashtags: '#Seleção#b selecao ÔSU' });
    expect(hashtags).toEqual(['Seleção', 'b', 'ÔSU']);
    expect(await hashtagsOf(uid)).toEqual([
      { tag: 'b', name: 'b', same: true },
      { tag: 'osu', name: 'ÔSU', same: true },
      { tag: 'selecao', name: 'Seleção', same: true },
    ]);
  });

  it('stores hashtags that become longer by normalisation', async () => {
    const { uid } = await fixture.publish(author, { hashtags: 'ﷺ'.repeat(75) });
    expect((await hashtagsOf(uid))[0].tag).toHaveLength(75);
    expect((await fixture.publish(author, { hashtags: '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🎮🇧🇷' })).hashtags).toHaveLength(2);
  });
});

describe('a post with a linked service', () => {
  it('shows it as it stands', async () => {
    const service = await fixture.publishService(author);
    const post = await fixture.publish(author, { title: 'Abri vagas', serviceId: service.id });
    expect(post.service).toEqual(service);
    expect((await readPost(post.uid)).service).toEqual(service);
  });

  it('is refused unless the service is the author’s own and active', async () => {
    const deletedServiceId = await buildService(app.pool, author.uid, { deleted_at: new Date() });
    const hiddenServiceId = await buildService(app.pool, author.uid, { hidden_at: new Date() });
    const foreignServiceId = await buildService(app.pool, reader.uid);
    for (const serviceId of [
      deletedServiceId,
      hiddenServiceId,
      foreignServiceId,
      crypto.randomUUID(),
      'x',
    ]) {
      const countsBefore = await fixture.countRows();
      const response = await fixture.send(author, { title: 'Oi', serviceId }, { photo: png });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'Serviço não encontrado.' });
      expect(await fixture.countRows()).toEqual(countsBefore);
    }
  });

  it('does not show it when paused or removed', async () => {
    const service = await fixture.publishService(author);
    const { uid } = await fixture.publish(author, { title: 'Oi', serviceId: service.id });
    for (const change of ["status = 'paused'", "status = 'active', deleted_at = now()"]) {
      await app.pool.query(`UPDATE services SET ${change} WHERE id = $1`, [service.id]);
      const post = await readPost(uid);
      expect(post).toMatchObject({ title: 'Oi', service: null });
      expect(JSON.stringify(post)).not.toContain(service.id);
    }
  });

  it('does not show an adult service to readers without an age check', async () => {
    const seller = await app.signIn('Vende');
    await fixture.checkAge(seller);
    const service = await fixture.publishService(seller, {
      title: 'Segredaria',
      category: 'nudez',
    });
    const post = await fixture.publish(seller, { title: 'Novidade', serviceId: service.id });
    expect(post.service?.id).toBe(service.id);
    for (const person of [app, reader, author]) {
      const answer = await (await getPost(post.uid, person)).text();
      expect(JSON.parse(answer).post).toMatchObject({ title: 'Novidade', service: null });
      expect(answer).not.toContain(service.id);
      expect(answer).not.toContain('Segredaria');
    }
    expect((await readPost(post.uid, adultPerson)).service?.id).toBe(service.id);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      seller.uid,
    ]);
    expect((await readPost(post.uid, adultPerson)).service).toBeNull();
  });
});

describe('a sensitive post', () => {
  it('is for readers with an age check only, with its picture', async () => {
    const fields = { title: 'Só adultos', hashtags: 'x', sensitive: 'true' };
    const createdPost = await fixture.publish(adultPerson, fields, { photo: png });
    expect(createdPost).toMatchObject({ sensitive: true, withheld: false, title: 'Só adultos' });
    expect(createdPost.photoURL).toContain(`?for=${adultPerson.uid}&`);
    const unsignedPath = new URL(createdPost.photoURL ?? '', app.url).pathname;
    expect((await app.fetch(unsignedPath)).status).toBe(404);
    expect((await app.fetch(createdPost.photoURL ?? '')).status).toBe(200);
    for (const person of [app, reader]) {
      const response = await getPost(createdPost.uid, person);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'adults_only',
        error: 'Conteúdo disponível apenas para maiores de 18 anos.',
      });
    }
  });

  it('is shown without content to an author without an age check', async () => {
    const fields = {
      title: 'Segredo',
      description: 'Segredo',
      hashtags: 'segredo',
      sensitive: 'true',
    };
    const post = await fixture.publish(author, fields, { photo: png });
    const emptyContent = {
      title: '',
      description: '',
      hashtags: [],
      photoURL: null,
      service: null,
    };
    expect(post).toMatchObject({ ...emptyContent, sensitive: true, withheld: true });
    const pageText = await (await getPost(post.uid, author)).text();
    expect(JSON.parse(pageText)).toEqual({ post });
    expect(pageText.toLowerCase()).not.toContain('segredo');
    expect(await readPost(post.uid, adultPerson)).toMatchObject({ title: 'Segredo' });
    expect((await fixture.remove(author, post.uid)).status).toBe(204);
  });
});

describe('an account that closes', () => {
  it('leaves no post behind, under concurrency', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await app.signIn(
        `Some${createHash('sha1').update(String(round)).digest('hex').slice(0, 6)}`,
      );
      const answers = await Promise.all([
        fixture.send(person, { title: 'Adeus' }, { photo: png }),
        person.fetch('/api/users/delete', { method: 'DELETE' }),
        fixture.send(person, { title: 'Adeus' }),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      const { rows } = await app.pool.query('SELECT uid FROM posts WHERE author_id = $1', [
        person.uid,
      ]);
      expect(rows).toEqual([]);
    }
  });
});
