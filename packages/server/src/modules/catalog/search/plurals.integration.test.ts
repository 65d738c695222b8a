import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildService, buildUser } from '../../../../test/fixtures/data/builders.ts';
import { startTestApp, type TestApp } from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await app.pool.query('TRUNCATE users, title_words, name_words CASCADE');
});
afterAll(() => app.close());

const readTitles = async (q: string) =>
  (await app.visitor.catalog.listServices({ query: { q } })).services.map(({ title }) => title);

it.each([
  ['Sessão de filme', 'sessões'],
  ['Sessões de filme', 'SESSAO filme'],
  ['Avaliação de perfil', 'avaliacoes'],
  ['Corações e botões', 'botão coração'],
  ['Treino com cães', 'cão'],
  ['Treino com cão', 'cães'],
  ['Aulas de mira', 'aula'],
])('finds “%s” by “%s”, singular or plural', async (title, q) => {
  const seller = await buildUser(app.pool);
  await buildService(app.pool, seller, { title, description: 'Nada.' });
  await buildService(app.pool, seller, {
    title: 'Outra coisa',
    description: `Aqui há ${title}.`,
  });
  expect(await readTitles(q)).toEqual([title, 'Outra coisa']);
});

it('does not take “mães” for a plural of “mão”', async () => {
  await buildService(app.pool, await buildUser(app.pool), {
    title: 'Desenho feito à mão',
    description: 'Nada.',
  });
  expect(await readTitles('mães')).toEqual([]);
});
