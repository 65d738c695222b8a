import { readdir } from 'node:fs/promises';
import { errors } from '@guilda/contract/errors';
import { catalogEndpoints, type Service } from '@guilda/contract/services/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng, buildPngBomb } from '../../../../test/fixtures/data/pictures.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let seller: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  seller = await app.signIn('Beatriz');
});
afterAll(() => app.close());

type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

const completeFields: FormFields = {
  title: 'Aula de mira',
  description: 'Uma hora de treino.',
  price: '49.90',
  type: 'call',
  category: 'valorant',
};

function buildForm(fields: FormFields, images: readonly Uint8Array[] = [png]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...completeFields, ...fields })) {
    for (const fieldValue of [value].flat())
      if (fieldValue !== undefined) form.append(name, fieldValue);
  }
  for (const image of images) form.append('photoURL', new Blob([new Uint8Array(image)]), 'a.png');
  return form;
}

const postForm = (form: FormData, path = '/api/services/', person = seller) =>
  person.fetch(path, { method: 'POST', body: form });

const postWithKey = (key: string, fields: FormFields = {}, person = seller) =>
  person.fetch('/api/services/', {
    method: 'POST',
    body: buildForm(fields),
    headers: { 'idempotency-key': key },
  });

const serviceOf = async (response: Response) =>
  ((await response.json()) as { service: Service }).service;

/** Counts the rows and lists the files that exist now, to compare them before and after a request. */
async function readTraces() {
  const { rows } = await app.pool.query(
    'SELECT (SELECT count(*) FROM services) AS services, (SELECT count(*) FROM pictures) AS pictures',
  );
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return { ...rows[0], files: files.toSorted() };
}

describe('publishing a service', () => {
  it.each(['/api/services/', '/api/services'])(
    'at %s answers it as it is then read',
    async (path) => {
      const response = await postForm(buildForm({}), path);
      expect(response.status).toBe(201);
      const service = await serviceOf(response);
      expect(catalogEndpoints.createService.output.parse({ service })).toEqual({ service });
      expect(service).toMatchObject({
        title: 'Aula de mira',
        description: 'Uma hora de treino.',
        price: '49.90',
        type: 'call',
        category: 'valorant',
        status: 'active',
        archives: [],
        rating: null,
        reviewCount: 0,
        seller: { uid: seller.uid, username: seller.user.username, status: 'offline' },
      });
      expect(await app.visitor.catalog.getService({ params: { serviceId: service.id } })).toEqual({
        service,
        usualStartMs: null,
      });
      const { services } = await app.visitor.catalog.listServices({
        query: { seller: seller.uid },
      });
      expect(services[0]).toEqual(service);
    },
  );

  it('shows its picture', async () => {
    const { photoURL } = await serviceOf(await postForm(buildForm({})));
    const pictureResponse = await app.fetch(new URL(photoURL, app.url).pathname);
    expect(pictureResponse.status).toBe(200);
    expect(pictureResponse.headers.get('content-type')).toBe('image/webp');
  });

  it.each([
    ['0', '0.00'],
    ['49,9', '49.90'],
    [' 50000.00 ', '50000.00'],
    ['0.01', '0.01'],
  ])('costs %j as %s', async (price, expectedPrice) => {
    expect((await serviceOf(await postForm(buildForm({ price })))).price).toBe(expectedPrice);
  });

  it('accepts 35 and 280 characters, and markup characters as text', async () => {
    const title = '<b>"Mira" & \'cia\'</b>'.padEnd(35, 'ã');
    const description = `a\r\n${'b'.repeat(278)}`;
    const service = await serviceOf(await postForm(buildForm({ title, description })));
    expect(service).toMatchObject({ title, description: `a\n${'b'.repeat(278)}` });
  });

  const invalidText = errors.invalid_text.text;
  it.each<[string, FormFields, string]>([
    ['title', { title: undefined }, 'Nome do serviço obrigatório'],
    ['title', { title: '' }, 'Nome do serviço obrigatório'],
    ['title', { title: ' \n ' }, 'Nome do serviço obrigatório'],
    ['title', { title: ['a', 'b'] }, 'Nome do serviço obrigatório'],
    ['title', { title: 'a'.repeat(36) }, 'Use no máximo 35 caracteres.'],
    ['title', { title: '🎯'.repeat(18) }, 'Use no máximo 35 caracteres.'],
    ['title', { title: 'mira\u202egpj' }, invalidText],
    ['title', { title: `a${'\u0301'.repeat(20)}` }, invalidText],
    ['description', { description: undefined }, 'Descrição obrigatória'],
    ['description', { description: '' }, 'Descrição obrigatória'],
    ['description', { description: ['a', 'b'] }, 'Descrição obrigatória'],
    ['description', { description: 'a'.repeat(281) }, 'Use no máximo 280 caracteres.'],
    ['description', { description: 'a\u2066b' }, invalidText],
    ['price', { price: undefined }, 'Preço obrigatória'],
    ['price', { price: '' }, 'Preço obrigatória'],
    ['price', { price: ['1', '2'] }, 'Preço obrigatória'],
    ...['NaN', '-1', '-0.01', '1e9', 'Infinity', '0x10', '1.000,00', '1.234', '٣', 'grátis'].map(
      (price): [string, FormFields, string] => ['price', { price }, 'Preço inválido.'],
    ),
    ['price', { price: '50000.01' }, 'O preço máximo é R$ 50.000,00.'],
    ['price', { price: '999999999' }, 'O preço máximo é R$ 50.000,00.'],
    ['type', { type: undefined }, 'Tipo obrigatório'],
    ['type', { type: '' }, 'Tipo obrigatório'],
    ['type', { type: 'aula' }, 'Tipo obrigatório'],
    ['type', { type: ['call', 'media'] }, 'Tipo obrigatório'],
    ['category', { category: undefined }, 'Selecione pelo menos uma categoria'],
    ['category', { category: '' }, 'Selecione pelo menos uma categoria'],
    ['category', { category: 'xadrez' }, 'Selecione pelo menos uma categoria'],
    ['category', { category: ['dota', 'osu'] }, 'Selecione pelo menos uma categoria'],
    ['category', { category: 'dota,osu' }, 'Selecione apenas uma categoria'],
    ['archives', { type: 'media' }, 'Pelo menos um arquivo é obrigatório para serviços de mídia'],
  ])('refuses a bad %s: %j', async (path, fields, message) => {
    const tracesBefore = await readTraces();
    const response = await postForm(buildForm(fields));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: message,
      message,
      code: 'invalid_input',
      issues: [{ path, message }],
    });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('reports every problem at once, in the order of the form', async () => {
    const response = await postForm(buildForm({ title: '', price: 'x', category: '' }, []));
    expect(((await response.json()) as { issues: unknown }).issues).toEqual([
      { path: 'title', message: 'Nome do serviço obrigatório' },
      { path: 'price', message: 'Preço inválido.' },
      { path: 'category', message: 'Selecione pelo menos uma categoria' },
      { path: 'photoURL', message: 'Imagem de serviço obrigatória' },
    ]);
  });

  it.each(['title', 'description', 'price', 'type', 'category'])(
    'refuses NUL in the %s',
    async (name) => {
      const response = await postForm(buildForm({ [name]: 'a\0b' }));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: errors.invalid_text.text });
    },
  );

  it('refuses JSON because the picture is missing', async () => {
    const response = await seller.fetch('/api/services/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(completeFields),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      issues: [{ path: 'photoURL', message: 'Imagem de serviço obrigatória' }],
    });
  });

  it('refuses services for adults', async () => {
    const tracesBefore = await readTraces();
    const response = await postForm(buildForm({ category: 'nudez' }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: 'Conteúdo disponível apenas para maiores de 18 anos.',
      code: 'adults_only',
    });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('refuses visitors', async () => {
    const response = await app.fetch('/api/services/', { method: 'POST', body: buildForm({}) });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'Token não fornecido.' });
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  it.each<[string, () => Uint8Array[], number, string]>([
    ['no picture', () => [], 400, 'Imagem de serviço obrigatória'],
    ['two pictures', () => [png, png], 400, 'Envie apenas um arquivo.'],
    ['an SVG', () => [svg], 415, 'Formato de arquivo não permitido.'],
    ['a page', () => [Buffer.from('<!doctype html><p>')], 415, 'Formato de arquivo não permitido.'],
    ['half a PNG', () => [png.subarray(0, 40)], 415, 'Formato de arquivo não permitido.'],
    ['too many pixels', () => [buildPngBomb(12_000, 12_000)], 413, 'Arquivo muito grande.'],
    ['too many bytes', () => [Buffer.alloc(10 * 1024 * 1024 + 1)], 413, 'Arquivo muito grande.'],
  ])('refuses %s and keeps nothing of it', async (_, images, status, message) => {
    const tracesBefore = await readTraces();
    const response = await postForm(buildForm({}, images()));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: message, message });
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('keeps neither picture nor service when the service cannot be stored', async () => {
    const tracesBefore = await readTraces();
    await app.pool.query('ALTER TABLE services ADD CONSTRAINT nothing CHECK (price <> 7777)');
    const response = await postForm(buildForm({ price: '77.77' }));
    await app.pool.query('ALTER TABLE services DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('publishes one service for a key, also when the requests are concurrent', async () => {
    const tracesBefore = await readTraces();
    const responses = await Promise.all([1, 2, 3].map(() => postWithKey('uma-vez')));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, ...others] = await Promise.all(responses.map(serviceOf));
    for (const service of others) expect(service).toEqual(first);
    const traces = await readTraces();
    expect(Number(traces.services)).toBe(Number(tracesBefore.services) + 1);
    expect(Number(traces.pictures)).toBe(Number(tracesBefore.pictures) + 1);
    expect(await serviceOf(await postWithKey('uma-vez', { title: 'Outro nome' }))).toEqual(first);
  });

  it('refuses a repeated key while its seller may not see the service, which the team restricted', async () => {
    const { id } = await serviceOf(await postWithKey('restrito'));
    await app.pool.query('UPDATE services SET adult = true, adult_by_team = true WHERE id = $1', [
      id,
    ]);
    const tracesBefore = await readTraces();
    const response = await postWithKey('restrito');
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'adults_only' }]);
    expect(await readTraces()).toEqual(tracesBefore);
  });

  it('takes a key again for another seller, and after the service was deleted', async () => {
    const [mine, theirs] = await Promise.all(
      [seller, await app.signIn('Teresa')].map(async (person) =>
        serviceOf(await postWithKey('de-novo', {}, person)),
      ),
    );
    expect(theirs?.id).not.toBe(mine?.id);
    await seller.fetch(`/api/services/${mine?.id}`, { method: 'DELETE' });
    const again = await postWithKey('de-novo');
    expect(again.status).toBe(201);
    expect((await serviceOf(again)).id).not.toBe(mine?.id);
  });
});
