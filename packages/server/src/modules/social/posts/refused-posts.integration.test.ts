import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng, buildPngBomb } from '../../../../test/fixtures/data/pictures.ts';
import { createPostsFixture, postForm } from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let adultPerson: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  fixture = createPostsFixture(app);
  author = await app.signIn('Beatriz');
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

describe('refused', () => {
  const emptyPostText = 'Pelo menos um dos campos deve ser preenchido';
  const invalidTextMessage = errors.invalid_text.text;

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['empty texts', { title: '', description: '', hashtags: '' }],
    ['blanks', { title: ' ', description: '\n', hashtags: '\t' }],
    [
      'texts that show nothing',
      { title: '\u3164', description: '\u2800\u200d', hashtags: '\u00ad' },
    ],
    ['no hashtag', { hashtags: '# ## ,' }],
    ['signs for hashtags', { hashtags: '___ -' }],
    ['marks for hashtags', { hashtags: '#\u0301' }],
    ['a flag alone', { sensitive: true }],
  ])('%s is no post', async (_, body) => {
    const countsBefore = await fixture.countRows();
    const response = await sendJson(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: emptyPostText,
      message: emptyPostText,
      code: 'invalid_input',
      issues: [{ path: 'title', message: emptyPostText }],
    });
    expect(await fixture.countRows()).toEqual(countsBefore);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['title', { title: 'a'.repeat(76) }, 'Use no máximo 75 caracteres.'],
    ['title', { title: '🎯'.repeat(38) }, 'Use no máximo 75 caracteres.'],
    ['description', { description: 'a'.repeat(281) }, 'Use no máximo 280 caracteres.'],
    ['hashtags', { hashtags: 'a'.repeat(76) }, 'Use no máximo 75 caracteres.'],
    ['title', { title: 'mira\u202egpj' }, invalidTextMessage],
    ['title', { title: 'pix\u200dgrátis' }, invalidTextMessage],
    ['description', { description: `a${'\u0301'.repeat(20)}` }, invalidTextMessage],
    ['hashtags', { hashtags: 'o\u200csu' }, invalidTextMessage],
    ['title', { title: ['a'] }, invalidTextMessage],
    ['sensitive', { title: 'a', sensitive: 'talvez' }, 'Parâmetro inválido.'],
    ['serviceId', { title: 'a', serviceId: 7 }, 'Parâmetro inválido.'],
  ])('a bad %s: %j', async (path, body, message) => {
    const countsBefore = await fixture.countRows();
    const response = await sendJson(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: message, issues: [{ path, message }] });
    expect(await fixture.countRows()).toEqual(countsBefore);
  });

  it.each(['title', 'description', 'hashtags', 'serviceId'])('NUL in %s', async (name) => {
    const response = await fixture.send(author, { title: 'a', [name]: 'a\0b' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: invalidTextMessage });
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  it.each<[string, () => Uint8Array[], number, string]>([
    ['two photos', () => [png, png], 400, 'Envie apenas um arquivo.'],
    ['an SVG', () => [svg], 415, 'Formato de arquivo não permitido.'],
    ['a page', () => [Buffer.from('<!doctype html><p>')], 415, 'Formato de arquivo não permitido.'],
    ['half a PNG', () => [png.subarray(0, 40)], 415, 'Formato de arquivo não permitido.'],
    ['no bytes', () => [Buffer.alloc(0)], 415, 'Formato de arquivo não permitido.'],
    ['too many pixels', () => [buildPngBomb(12_000, 12_000)], 413, 'Arquivo muito grande.'],
    ['too many bytes', () => [Buffer.alloc(10 * 1024 * 1024 + 1)], 413, 'Arquivo muito grande.'],
  ])('%s, of which nothing is kept', async (_, photos, status, message) => {
    const countsBefore = await fixture.countRows();
    const body = postForm({ title: 'Oi' }, photos());
    const response = await author.fetch('/api/social/post/', { method: 'POST', body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: message, message });
    expect(await fixture.countRows()).toEqual(countsBefore);
  });

  it('visitors', async () => {
    const body = postForm({ title: 'Oi' });
    const response = await app.fetch('/api/social/post/', { method: 'POST', body });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'Token não fornecido.' });
  });

  it('neither picture nor post stays when the post cannot be stored', async () => {
    const countsBefore = await fixture.countRows();
    await app.pool.query(`ALTER TABLE posts ADD CONSTRAINT nothing CHECK (title <> 'não')`);
    const response = await fixture.send(author, { title: 'não' }, { photo: png });
    await app.pool.query('ALTER TABLE posts DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await fixture.countRows()).toEqual(countsBefore);
  });

  it('no post stays without its hashtags', async () => {
    const countsBefore = await fixture.countRows();
    await app.pool.query(`ALTER TABLE post_hashtags ADD CONSTRAINT nothing CHECK (tag <> 'nada')`);
    const response = await fixture.send(author, { title: 'Oi', hashtags: 'nada' }, { photo: png });
    await app.pool.query('ALTER TABLE post_hashtags DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await fixture.countRows()).toEqual(countsBefore);
  });
});
