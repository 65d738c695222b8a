import type { Page } from '@playwright/test';
import { createHashtag, postCards, tagPage } from '../../support/feed.ts';
import { buyWithoutDiscord, publishService } from '../../support/market.ts';
import {
  asPerson,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../../support/people.ts';
import { commentOn, publishPost } from '../../support/posts.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../../support/test.ts';

const pageHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('a visitor reads a post without a single script', desktopOnly, async ({ page, browser }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const reader = await signInOverApi(page.request, 'Dona Crit');
  const description = 'Onze horas de vetor.\nVeja em https://exemplo.com/capita_(1).';
  const uid = await publishPost(page.request, author, { description, hashtags: 'desenho' }, true);
  await commentOn(page.request, reader, uid, 'Ficou linda. http://exemplo.com/x, viu?');
  const contextWithoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const pageWithoutScripts = await contextWithoutScripts.newPage();
  await pageWithoutScripts.goto(`/post/${uid}`);
  await expect(pageHeading(pageWithoutScripts, 'Terminei o retrato')).toBeVisible();
  const link = pageWithoutScripts.getByRole('link', {
    name: 'https://exemplo.com/capita_(1)',
    exact: true,
  });
  await expect(link).toHaveAttribute('href', 'https://exemplo.com/capita_(1)');
  await expect(link).toHaveAttribute('rel', 'nofollow noopener ugc');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(pageWithoutScripts.getByRole('link', { name: '#desenho' })).toHaveAttribute(
    'href',
    '/community?hashtag=desenho',
  );
  await expect(pageWithoutScripts.getByRole('heading', { name: '1 comentário' })).toBeVisible();
  await expect(
    pageWithoutScripts.getByRole('link', { name: 'http://exemplo.com/x', exact: true }),
  ).toBeVisible();
  await pageWithoutScripts.getByRole('link', { name: 'Entre para comentar' }).click();
  await expect(pageWithoutScripts).toHaveURL('/login');
  await contextWithoutScripts.close();
});

test(
  'a link to a post has a preview; a deleted or unknown post is a 404 page',
  desktopOnly,
  async ({ page, baseURL, allowConsole }) => {
    allowConsole(/404/);
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const uid = await publishPost(page.request, author, {
      description: 'Onze horas\nde vetor.',
      hashtags: 'desenho #Vetor',
    });
    await page.goto(`/post/${uid}`);
    await expect(page).toHaveTitle('Terminei o retrato · Guilda');
    const metaContent = (name: string) =>
      page
        .locator(`meta[property="${name}"], meta[name="${name}"]`)
        .first()
        .getAttribute('content');
    const address = new URL(`/post/${uid}`, baseURL).href;
    expect(await metaContent('og:title')).toBe('Terminei o retrato');
    expect(await metaContent('og:type')).toBe('article');
    expect(await metaContent('description')).toBe('Onze horas de vetor. #desenho #Vetor');
    expect(await metaContent('og:url')).toBe(address);
    expect(await metaContent('twitter:card')).toBe('summary_large_image');
    expect(await metaContent('og:image:alt')).toBe('Terminei o retrato, de Zefa Veloz');
    const pictureResponse = await page.request.get((await metaContent('og:image')) ?? '');
    expect(pictureResponse.headers()['content-type']).toBe('image/png');
    expect(await metaContent('article:published_time')).toMatch(/^\d{4}-\d\d-\d\dT/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
    const untitledPostUid = await publishPost(page.request, author, {
      title: '',
      description: 'Só texto',
    });
    await page.goto(`/post/${untitledPostUid}`);
    await expect(page).toHaveTitle('Publicação de Zefa Veloz · Guilda');
    await expect(pageHeading(page, 'Publicação de Zefa Veloz')).toBeAttached();
    const deleteResponse = await page.request.delete(`/api/social/post/${untitledPostUid}`, {
      headers: asPerson(author),
    });
    expect(deleteResponse.status()).toBe(204);
    for (const path of [`/post/${untitledPostUid}`, '/post/nada']) {
      // Visitors may get a post for up to one second after its deletion.
      await expect.poll(async () => (await page.goto(path))?.status()).toBe(404);
      await expect(pageHeading(page, 'Faltou um ladrilho aqui.')).toBeVisible();
    }
  },
);

test(
  'the service that a post links to is bought from there; a menu that cannot be loaded leaves the page as it is',
  desktopOnly,
  async ({ page, allowConsole }) => {
    test.slow();
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const author = await signInOverApi(page.request, 'Vende Bem');
    const service = { title: 'Retrato em vetor', price: '120' };
    const { id: serviceId } = await publishService(page.request, author, service);
    const tag = createHashtag();
    await publishPost(page.request, author, { serviceId, hashtags: tag });
    await signInAs(page, 'Compra Bem');
    await page.goto(tagPage(tag));
    await expect(page.locator('[data-ui="toasts"]')).toBeAttached();
    await page.context().setOffline(true);
    const moreOptionsButton = page.getByRole('button', {
      name: 'Mais opções da publicação de Vende Bem',
    });
    await moreOptionsButton.click();
    await expect(toastOf(page)).toContainText('Sem conexão com o servidor.');
    await expect(page.getByRole('heading', { name: 'Terminei o retrato' })).toBeVisible();
    await page.context().setOffline(false);
    await moreOptionsButton.click();
    await expect(page.getByRole('menuitem', { name: 'Denunciar' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Denunciar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Denunciar publicação de Vende Bem' });
    await dialog.getByLabel('Título').fill('Propaganda');
    await dialog.getByLabel('Descrição').fill('Sempre a mesma.');
    await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(toastOf(page)).toContainText('Denúncia enviada');
    await expect(dialog).toBeHidden();

    const card = postCards(page).getByLabel('Serviço: Retrato em vetor');
    await expect(card.getByRole('button', { name: 'Contratar' })).toBeVisible();
    await expectAccessible(page);
    await postCards(page).getByRole('link', { name: 'Terminei o retrato' }).click();
    await expect(pageHeading(page, 'Terminei o retrato')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Retrato em vetor' }).filter({ visible: true }),
    ).toHaveCount(1);
    await expectAccessible(page);
    await buyWithoutDiscord(page);
    await expect(pageHeading(page, 'Pagamento')).toBeVisible();
    await page.waitForLoadState();
    await page.getByRole('button', { name: 'Simular pagamento aprovado' }).click();
    await expect(page).toHaveURL(/\/success\?payment=/);
    await expect(page.getByText('Agora é com Vende Bem')).toBeVisible();
  },
);

test('a visitor who likes a post signs in and is back on it', desktopOnly, async ({ page }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const uid = await publishPost(page.request, author);
  const email = freshEmail('volta');
  await signInOverApi(page.request, 'Volta Ja', email);
  await page.goto(`/post/${uid}`);
  await expect(page.getByRole('heading', { name: 'Nenhum comentário ainda' })).toBeVisible();
  await expectAccessible(page);
  const likeButton = page.getByRole('button', { name: /^Curtir/ });
  await likeButton.click();
  await expect(page).toHaveURL('/login');
  await signInThroughPopup(page, 'Volta Ja', email);
  await expect(page).toHaveURL(`/post/${uid}`);
  await expect(page.getByRole('textbox', { name: 'Comentar' })).toBeVisible();
  await likeButton.click();
  await expect(likeButton).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida');
});

test(
  'right-to-left text does not change the direction of the text around it',
  desktopOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'דנה הציירת');
    const description = 'שלום לכולם https://exemplo.com/a';
    const uid = await publishPost(page.request, author, { title: 'ציור חדש', description });
    await page.goto(`/post/${uid}`);
    const title = pageHeading(page, 'ציור חדש');
    await expect(title).toHaveCSS('direction', 'rtl');
    await expect(page.locator('[data-ui="post-text"]')).toHaveCSS('direction', 'rtl');
    const offset = await title.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right - element.getBoundingClientRect().right;
    });
    expect(Math.abs(offset)).toBeLessThan(2);
    await expect(page.getByRole('link', { name: 'https://exemplo.com/a' })).toHaveCSS(
      'unicode-bidi',
      'isolate',
    );
    // The badges come after the name, whatever the writing direction of the name is.
    const [name, badges] = await Promise.all([
      page.locator('[data-ui="post"] [data-ui="author-name"]').boundingBox(),
      page.locator('[data-ui="post"] [data-ui="badges"]').boundingBox(),
    ]);
    if (badges) expect(badges.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0) - 1);
  },
);
