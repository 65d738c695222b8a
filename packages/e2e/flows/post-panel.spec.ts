import type { Page } from '@playwright/test';
import { pictureFile, publishService } from '../support/market.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../support/people.ts';
import {
  opener,
  openPanel,
  PANEL_ADDRESS,
  photoInput,
  postPanel,
  postTitled,
  send,
  watchSending,
} from '../support/post-panel.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 6)}`;
const RULE = 'Pelo menos um dos campos deve ser preenchido';

async function tabTo(page: Page, name: string) {
  const target = postPanel(page).getByRole('textbox', { name });
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test('a post is written by keyboard alone and stands in the feed at once', async ({ page }) => {
  await signInAs(page, 'Escreve Recado');
  const title = unique('Primeira base');
  await page.goto('/community');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const panel = postPanel(page);
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Novo recado' })).toBeVisible();
  await expect(page).toHaveURL('/community?novo=recado');
  await tabTo(page, 'Título');
  await page.keyboard.type(title);
  await tabTo(page, 'Descrição');
  await page.keyboard.type('Com um gato que mora no telhado.');
  await tabTo(page, 'Hashtags');
  await page.keyboard.type('#minecraft base Base');
  await expect(panel.getByRole('list', { name: 'Assuntos' })).toHaveText('#minecraft#base');
  if (isPhone(page)) await expect(panel.locator('[data-ui="post-preview"]')).toBeHidden();
  else await expect(panel.locator('[data-ui="post-preview"]')).toContainText(title);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(toastOf(page)).toContainText('Publicado');
  await expect(page).toHaveURL('/community');
  await expect(opener(page)).toBeFocused();
  const post = postTitled(page, title);
  await expect(post).toHaveCount(1);
  await expect(post).toContainText('Com um gato que mora no telhado.');
  await page.reload();
  await expect(postTitled(page, title)).toHaveCount(1);
  await opener(page).click();
  await expect(panel.getByLabel('Título')).toHaveValue('');
  await expect(panel.getByText('Rascunho recuperado')).toHaveCount(0);
  await expect(panel.locator('[data-ui="error"]')).toHaveCount(0);
});

test('publishing leaves the reader where they were', phoneOnly, async ({ page }) => {
  const author = await signInAs(page, 'Lê e Escreve');
  for (let number = 0; number < 6; number += 1) {
    const data = { title: unique('Antes'), description: 'Linha de texto. '.repeat(15) };
    await page.request.post('/api/social/post/', { headers: asPerson(author), data });
  }
  await page.goto('/community');
  await opener(page).click();
  const [above, between] = [unique('Do começo'), unique('Do meio')];
  await postPanel(page).getByLabel('Título').fill(above);
  await send(page).click();
  await expect(postPanel(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await expect(postTitled(page, above)).toBeInViewport();

  const read = page.locator('#conteudo').getByRole('article').nth(4);
  const title = (await read.getByRole('heading').textContent()) ?? '';
  await read.evaluate((post) => post.scrollIntoView({ block: 'center' }));
  const place = async () => (await postTitled(page, title).boundingBox())?.y ?? 0;
  const before = await place();
  // As from a page that was left open: nothing in sight opens it.
  await opener(page).evaluate((button: HTMLElement) => button.click());
  await postPanel(page).getByLabel('Título').fill(between);
  await send(page).click();
  await expect(postPanel(page)).toHaveCount(0);
  await expect(postTitled(page, between)).toHaveCount(1);
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
});

test('every way of closing it leads back to where it was opened', phoneOnly, async ({ page }) => {
  await signInAs(page, 'Abre e Fecha');
  await page.goto('/termos');
  await page.goto('/community');
  const panel = postPanel(page);
  const ways: Record<string, () => Promise<unknown>> = {
    cross: () => panel.getByRole('button', { name: 'Fechar' }).click(),
    cancel: () => panel.getByRole('button', { name: 'Cancelar' }).click(),
    escape: () => page.keyboard.press('Escape'),
    overlay: () => page.mouse.click(20, 20),
    back: () => page.goBack(),
  };
  for (const [way, close] of Object.entries(ways)) {
    await opener(page).click();
    await expect(panel, way).toBeVisible();
    await expect(page.locator('body'), way).toHaveCSS('overflow', 'hidden');
    await close();
    await expect(panel, way).toHaveCount(0);
    await expect(page, way).toHaveURL('/community');
    await expect(opener(page), way).toBeFocused();
  }
  await page.goForward();
  await expect(panel).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/termos');
});

test('the focus stays inside, and each text has its limit', desktopOnly, async ({ page }) => {
  await signInAs(page, 'Fala Muito');
  const keys = watchSending(page);
  const panel = await openPanel(page);
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    const inside = await panel.evaluate((element) => element.contains(document.activeElement));
    expect(inside).toBe(true);
  }
  await expect(panel.getByText(RULE)).toBeVisible();
  const limits = { Título: 75, Descrição: 280, Hashtags: 75 };
  const over = panel.locator('[data-over]');
  for (const [name, max] of Object.entries(limits)) {
    // The limits count UTF-16 units: this one is two.
    await panel.getByLabel(name, { exact: true }).fill(`😀${'a'.repeat(max - 1)}`);
    await expect(over.last()).toContainText(`${max + 1}/${max}`);
  }
  await expect(over).toHaveCount(3);
  await send(page).click();
  await expect(panel.getByText('Use no máximo 75 caracteres.')).toHaveCount(2);
  await expect(panel.getByText('Use no máximo 280 caracteres.')).toBeVisible();
  await expect(panel.getByLabel('Título')).toBeFocused();
  expect(keys).toEqual([]);
  for (const [name, max] of Object.entries(limits)) {
    await panel.getByLabel(name, { exact: true }).fill(`😀${'a'.repeat(max - 2)}`);
    await expect(panel.getByText(`${max}/${max}`).first()).toBeVisible();
  }
  await expect(over).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  await opener(page).click();
  await send(page).click();
  await expect(panel).toHaveCount(0);
});

test('out of reach it leaves the page as it is', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signInAs(page, 'Sem Rede');
  await page.goto('/community');
  await expect(page.locator('[data-ui="toasts"]')).toBeAttached();
  await page.context().setOffline(true);
  await opener(page).click();
  await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
  await expect(postPanel(page)).toHaveCount(0);
  await expect(page).toHaveURL('/community');
  await page.context().setOffline(false);
  await opener(page).click();
  await expect(postPanel(page)).toBeVisible();
});

test('a visitor signs in and finds it open', desktopOnly, async ({ page }) => {
  const email = freshEmail('recado');
  await signInOverApi(page.request, 'Publica Depois', email);
  await page.goto('/community');
  await opener(page).click();
  await expect(page).toHaveURL('/login');
  await signInThroughPopup(page, 'Publica Depois', email);
  await expect(page).toHaveURL(PANEL_ADDRESS);
  await expect(postPanel(page)).toBeVisible();
});

test('empty it is refused in these words; one field is enough', phoneOnly, async ({ page }) => {
  await signInAs(page, 'Nada a Dizer');
  const keys = watchSending(page);
  const panel = await openPanel(page);
  await panel.getByLabel('Hashtags').fill(' # ');
  await send(page).click();
  await expect(panel.locator('[data-ui="error"]')).toHaveText(RULE);
  await expect(panel.getByLabel('Título')).toBeFocused();
  await expectAccessible(page);
  expect(keys).toEqual([]);
  await panel.getByLabel('Hashtags').fill('osu');
  await expect(panel.locator('[data-ui="error"]')).toHaveCount(0);
  await send(page).click();
  await expect(panel).toHaveCount(0);
  expect(keys).toHaveLength(1);
});

test('it points at an own service that can be bought', desktopOnly, async ({ page }) => {
  const author = await signInAs(page, 'Vende e Conta');
  const panel = await openPanel(page);
  await expect(panel.getByLabel('Conteúdo sensível')).toBeVisible();
  await expect(panel.getByLabel('Ficha')).toHaveCount(0);
  const title = unique('Treino');
  const { id } = await publishService(page.request, author, { title });
  await page.reload();
  await panel.getByLabel('Ficha').selectOption({ label: title });
  await panel.getByLabel('Título').fill('Treino novo no mural');
  if (!isPhone(page)) await expect(panel.locator('[data-ui="post-preview"]')).toContainText(title);
  const answer = page.waitForResponse('**/api/social/post/');
  await send(page).click();
  const { post } = await (await answer).json();
  expect(post.service.id).toBe(id);
});

test('a photo alone is a post, and the toast leads to it', desktopOnly, async ({ page }) => {
  await signInAs(page, 'Só Imagem');
  const panel = await openPanel(page);
  await photoInput(page).setInputFiles(pictureFile);
  await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
  await expectAccessible(page);
  const answer = page.waitForResponse('**/api/social/post/');
  await send(page).click();
  const { post } = await (await answer).json();
  expect(post).toMatchObject({ title: '', description: '', hashtags: [] });
  expect(post.photoURL).toBeTruthy();
  await expect(panel).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Ver' }).click();
  await expect(page).toHaveURL(`/post/${post.uid}`);
});
