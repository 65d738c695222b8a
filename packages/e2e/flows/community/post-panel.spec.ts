import type { Locator, Page } from '@playwright/test';
import { pictureFile, publishService } from '../../support/market.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../../support/people.ts';
import {
  markDocument,
  PANEL_ADDRESS,
  photoInput,
  postPanel,
  postTitled,
  publishButton,
  recordIdempotencyKeys,
  sendPostButton,
} from '../../support/post-panel.ts';
import { newestPostOf } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const uniqueText = (word: string) => `${word} ${crypto.randomUUID().slice(0, 6)}`;
const EMPTY_POST_TEXT = 'Pelo menos um dos campos deve ser preenchido';

async function tabTo(page: Page, name: string) {
  const target = postPanel(page).getByRole('textbox', { name });
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test(
  'a visitor signs in and finds the panel open; after a post written by keyboard the page reloads with it on top',
  desktopOnly,
  async ({ page }) => {
    const email = freshEmail('recado');
    await signInOverApi(page.request, 'Publica Depois', email);
    await page.goto('/community');
    const topPost = page.locator('#conteudo').getByRole('article').first();
    const earlierUid = await topPost.getAttribute('data-post');
    await publishButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Publica Depois', email);
    await expect(page).toHaveURL(PANEL_ADDRESS);
    const panel = postPanel(page);
    await expect(panel.getByRole('heading', { name: 'Nova publicação' })).toBeVisible();

    const title = uniqueText('Primeira base');
    await tabTo(page, 'Título');
    await page.keyboard.type(title);
    await tabTo(page, 'Descrição');
    await page.keyboard.type('Com um gato que mora no telhado.');
    await tabTo(page, 'Hashtags');
    await page.keyboard.type('#minecraft base Base');
    await expect(panel.getByRole('list', { name: 'Assuntos' })).toHaveText('#minecraft#base');
    await expect(panel.locator('[data-ui="post-preview"]')).toContainText(title);
    await expect(panel.getByText(EMPTY_POST_TEXT)).toBeVisible();
    await expectAccessible(page);
    const isSameDocument = await markDocument(page);
    await page.keyboard.press('Enter');
    await expect(panel).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Publicado');
    expect(await isSameDocument()).toBe(false);
    await expect(page).toHaveURL('/community');
    const post = postTitled(page, title);
    await expect(post).toHaveCount(1);
    // Other flows publish meanwhile, so the post is above those that were there before, not always the first one.
    const earlierPost = page.locator(`#conteudo [data-post="${earlierUid}"]`);
    const placeOf = async (article: Locator) => Number(await article.getAttribute('aria-posinset'));
    expect(await placeOf(post)).toBeLessThan(await placeOf(earlierPost));
    await expect(post).toContainText('Com um gato que mora no telhado.');
    await page.reload();
    await expect(postTitled(page, title)).toHaveCount(1);
    await expect(toastOf(page)).toHaveCount(0);
  },
);

test(
  'every way of closing the panel returns to the page below; publishing reloads that page, and Back leaves it',
  phoneOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Lê e Escreve');
    for (let number = 0; number < 6; number += 1) {
      const data = { title: uniqueText('Antes'), description: 'Linha de texto. '.repeat(15) };
      await page.request.post('/api/social/post/', { headers: asPerson(author), data });
    }
    await page.goto('/termos');
    await page.goto('/community');
    const idempotencyKeys = recordIdempotencyKeys(page);
    const panel = postPanel(page);
    const closeActions: Record<string, () => Promise<unknown>> = {
      cross: () => panel.getByRole('button', { name: 'Fechar' }).click(),
      cancel: () => panel.getByRole('button', { name: 'Cancelar' }).click(),
      escape: () => page.keyboard.press('Escape'),
      overlay: () => page.mouse.click(20, 20),
      back: () => page.goBack(),
    };
    for (const [way, close] of Object.entries(closeActions)) {
      await publishButton(page).click();
      await expect(panel, way).toBeVisible();
      await expect(page.locator('body'), way).toHaveCSS('overflow', 'hidden');
      await close();
      await expect(panel, way).toHaveCount(0);
      await expect(page, way).toHaveURL('/community');
      await expect(publishButton(page), way).toBeFocused();
    }
    await page.goForward();
    await expect(panel).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/termos');
    await page.goForward();

    await publishButton(page).click();
    await sendPostButton(page).click();
    await expect(panel.locator('[data-ui="error"]')).toHaveText(EMPTY_POST_TEXT);
    await expectAccessible(page);
    expect(idempotencyKeys).toEqual([]);
    const title = uniqueText('Do começo');
    await panel.getByLabel('Título').fill(title);
    await expect(panel.locator('[data-ui="post-preview"]')).toBeHidden();
    const isSameDocument = await markDocument(page);
    await sendPostButton(page).click();
    await expect(toastOf(page)).toContainText('Publicado');
    expect(await isSameDocument()).toBe(false);
    expect(idempotencyKeys).toHaveLength(1);
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL('/community');
    await expect(postTitled(page, title)).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveURL('/termos');
    await expect(panel).toHaveCount(0);
  },
);

test(
  'a panel that cannot be loaded leaves the page as it is; then a post with a photo and an own service is published',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const author = await signInAs(page, 'Só Imagem');
    const serviceTitle = uniqueText('Treino');
    const { id } = await publishService(page.request, author, { title: serviceTitle });
    await page.goto('/community');
    await expect(page.locator('[data-ui="toasts"]')).toBeAttached();
    await page.context().setOffline(true);
    await publishButton(page).click();
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await expect(postPanel(page)).toHaveCount(0);
    await expect(page).toHaveURL('/community');
    await page.context().setOffline(false);
    await publishButton(page).click();
    const panel = postPanel(page);
    await expect(panel).toBeVisible();

    // The type is detected from the content, not from the file name.
    await photoInput(page).setInputFiles({ ...pictureFile, buffer: Buffer.from('não é png') });
    await expect(panel.getByText('Formato de arquivo não permitido.')).toBeVisible();
    await expect(panel.getByText('Solte a imagem aqui')).toBeVisible();
    await expectAccessible(page);
    await photoInput(page).setInputFiles(pictureFile);
    await expect(panel.getByAltText('Prévia de foto.png')).toBeVisible();
    await panel.getByLabel('Serviço').selectOption({ label: serviceTitle });
    await expect(panel.locator('[data-ui="post-preview"]')).toContainText(serviceTitle);
    await expectAccessible(page);
    await sendPostButton(page).click();
    const showPostButton = toastOf(page).getByRole('button', { name: 'Ver' });
    // Under the mouse the toast stays.
    await showPostButton.hover();
    const post = await newestPostOf(page.request, author);
    expect(post).toMatchObject({ title: '', description: '', hashtags: [], service: { id } });
    expect(post.photoURL).toBeTruthy();
    await expect(panel).toHaveCount(0);
    await showPostButton.click();
    await expect(page).toHaveURL(`/post/${post.uid}`);
  },
);
