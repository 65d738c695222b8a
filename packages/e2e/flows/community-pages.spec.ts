import type { Page } from '@playwright/test';
import { signInAs, signInOverApi } from '../support/people.ts';
import { postPanel, postTitled, send } from '../support/post-panel.ts';
import { publishPost } from '../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

/** A word nobody else in this run has. */
const word = () => `mural${crypto.randomUUID().replaceAll('-', '').slice(0, 9)}`;

const mural = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'No mural', exact: true }) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('the home page tells what is new in the community', desktopOnly, async ({ page, browser }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const title = `Recado ${word()}`;
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await plain.newPage();
  for (let n = 0; n < 3; n += 1) await publishPost(page.request, author, { title: `Antes ${n}` });
  // Other journeys publish too, and only the newest are here.
  await expect(async () => {
    await publishPost(page.request, author, { title });
    await visitor.goto('/');
    await expect(mural(visitor).getByRole('link', { name: title }).first()).toBeVisible();
  }).toPass({ timeout: 20_000 });
  await plain.close();
  await signInAs(page, 'Dona Crit');
  await page.goto('/');
  await expect(mural(page).getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await mural(page).getByRole('link', { name: 'Ver tudo' }).click();
  await expect(page).toHaveURL('/community');
});

test('a home page without posts invites to publish', desktopOnly, async ({ page }) => {
  await page.route('**/api/social/posts?*', (route) =>
    route.fulfill({ json: { posts: [], nextCursor: null } }),
  );
  await signInAs(page, 'Primeira Pessoa');
  await page.goto('/');
  await expect(mural(page)).toContainText('Seja a primeira pessoa a publicar hoje.');
  await mural(page).getByRole('button', { name: 'Publicar' }).click();
  await expect(postPanel(page)).toBeVisible();
});

test(
  'a profile has what its person wrote, a page at a time',
  desktopOnly,
  async ({ page, browser }) => {
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    for (let n = 0; n < 12; n += 1) {
      await publishPost(page.request, author, { title: `Capítulo ${n}` });
    }
    const address = `/user/${author.username}?aba=publicacoes`;
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await plain.newPage();
    await visitor.goto(address);
    await expect(visitor.getByRole('article')).toHaveCount(10);
    await plain.close();
    await page.goto(`/user/${author.username}`);
    await tab(page, 'Publicações').click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect(page.getByRole('button', { name: 'Publicar' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await expect(page.getByRole('article')).toHaveCount(12);
    await tab(page, 'Avaliações').click();
    await expect(page.getByRole('article')).toHaveCount(0);
  },
);

test('on the own profile one publishes, and it is there', phoneOnly, async ({ page }) => {
  const person = await signInAs(page, 'Estreia Agora');
  await page.goto(`/user/${person.username}?aba=publicacoes`);
  await expect(page.getByText('Você ainda não publicou')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await postPanel(page).getByLabel('Título').fill('Cheguei');
  await send(page).click();
  await expect(toastOf(page)).toContainText('Publicado');
  await expect(page).toHaveURL(`/user/${person.username}?aba=publicacoes`);
  await expect(postTitled(page, 'Cheguei')).toHaveCount(1);
});

test('nobody’s posts are told kindly', desktopOnly, async ({ page }) => {
  const quiet = await signInOverApi(page.request, 'Fala Pouco');
  await page.goto(`/user/${quiet.username}?aba=publicacoes`);
  await expect(page.getByText('Quando Fala Pouco publicar, aparece aqui.')).toBeVisible();
  await expectAccessible(page);
});

test('the search finds posts beside people and services', desktopOnly, async ({ page }) => {
  const q = word();
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  await publishPost(page.request, author, { title: '', description: `Alguém viu ${q}?` });
  await page.goto(`/search?q=${q}`);
  const found = page.getByRole('region', { name: 'Publicações' });
  await expect(found.getByRole('link', { name: `Alguém viu ${q}?` })).toBeVisible();
  await expect(page.getByText(/^Nada com/)).toHaveCount(0);
  await expect(found.getByRole('link', { name: 'Ver todas' })).toHaveCount(0);
  await expectAccessible(page);
  for (let n = 0; n < 3; n += 1) await publishPost(page.request, author, { title: `${q} ${n}` });
  await page.reload();
  await expect(found.getByRole('listitem')).toHaveCount(3);
  await found.getByRole('link', { name: 'Ver todas' }).click();
  await expect(page).toHaveURL(`/community?q=${q}`);
  await expect(page.getByRole('article')).toHaveCount(4);
});
