import {
  comeBack,
  feedOf,
  freshTag,
  openMenu,
  posts,
  publishMany,
  tagPage,
} from '../support/feed.ts';
import { elsewhere } from '../support/orders.ts';
import { asPerson, signInAs, signInOverApi } from '../support/people.ts';
import { opener, postPanel, send } from '../support/post-panel.ts';
import { publishPost } from '../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

test(
  'the feed grows by scrolling; Back finds it as long, at the same place',
  phoneOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Publica Muito');
    const tag = freshTag();
    await publishMany(page.request, author, tag, 25);
    await page.goto(tagPage(tag));
    await expect(posts(page)).toHaveCount(20);
    await expect(posts(page).first()).toHaveAttribute('aria-setsize', '-1');
    await posts(page).last().scrollIntoViewIfNeeded();
    await expect(posts(page)).toHaveCount(25);
    await expect(posts(page).first()).toHaveAttribute('aria-setsize', '25');
    await expect(page.getByRole('button', { name: 'Carregar mais' })).toHaveCount(0);
    const post = posts(page, 'aula 2').last();
    await post.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await post.getByRole('link', { name: 'aula 2' }).click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expect(posts(page)).toHaveCount(25);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 5);
  },
);

test(
  '“Carregar mais” works by keyboard, and again after a failure',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const author = await signInOverApi(page.request, 'Publica Demais');
    const tag = freshTag();
    await publishMany(page.request, author, tag, 22);
    await page.route('**/api/social/posts?*cursor=*', (route) =>
      route.fulfill({
        status: 503,
        json: {
          error: 'Serviço temporariamente indisponível.',
          message: 'Serviço temporariamente indisponível.',
          code: 'unavailable',
          requestId: 'x',
        },
      }),
    );
    await page.goto(tagPage(tag));
    await posts(page).last().scrollIntoViewIfNeeded();
    await expect(page.getByRole('alert')).toContainText('Serviço temporariamente indisponível.');
    await expectAccessible(page);
    await page.unroute('**/api/social/posts?*cursor=*');
    await page.getByRole('button', { name: 'Tentar de novo' }).focus();
    await page.keyboard.press('Enter');
    await expect(posts(page)).toHaveCount(22);
    await expect(posts(page).nth(20)).toBeFocused();
  },
);

test('by keyboard from post to post, and out of the feed', desktopOnly, async ({ page }) => {
  const author = await signInOverApi(page.request, 'Usa Teclado');
  const tag = freshTag();
  await publishMany(page.request, author, tag, 3);
  await page.goto(tagPage(tag));
  const [first, second, third] = [posts(page).nth(0), posts(page).nth(1), posts(page).nth(2)];
  await expect(first).toHaveAccessibleName('Usa Teclado aula 2');
  await first.focus();
  await page.keyboard.press('PageDown');
  await expect(second).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(third).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(second).toBeFocused();
  const like = second.getByRole('button', { name: /^Curtir/ });
  await like.focus();
  await page.keyboard.press('ArrowDown');
  await expect(like).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(first).toBeFocused();
  await page.keyboard.press('Control+End');
  await expect(feedOf(page).locator(':focus')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await first.focus();
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('button', { name: 'Publicar' }).first()).toBeFocused();
});

test('new posts wait above until they are asked for', async ({ page }) => {
  const author = await signInOverApi(page.request, 'Publica Agora');
  const tag = freshTag();
  await publishMany(page.request, author, tag, 4);
  await publishPost(page.request, author, { title: 'com foto', hashtags: tag }, true);
  await publishMany(page.request, author, tag, 4);
  await page.goto(tagPage(tag));
  await posts(page, 'com foto')
    .getByRole('img')
    .last()
    .evaluate((image) => {
      image.scrollIntoView();
      window.scrollBy(0, 90);
    });
  const at = await page.evaluate(() => window.scrollY);
  await publishPost(page.request, author, { title: 'novidade 1', hashtags: tag });
  await comeBack(page);
  await expect(page.getByRole('button', { name: '1 nova publicação' })).toBeVisible();
  await publishPost(page.request, author, { title: 'novidade 2', hashtags: tag });
  await comeBack(page);
  const button = page.getByRole('button', { name: '2 novas publicações' });
  await expect(button).toBeInViewport();
  // It floats over the photo, where nothing can be pressed.
  await expectAccessible(page);
  await expect(page.getByRole('status').filter({ hasText: 'Há novas publicações.' })).toHaveCount(
    1,
  );
  expect(await page.evaluate(() => window.scrollY)).toBe(at);
  await expect(posts(page, 'novidade')).toHaveCount(0);
  await button.press('Enter');
  await expect(posts(page).first()).toContainText('novidade 2');
  await expect(posts(page).first()).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(posts(page)).toHaveCount(11);
  await expect(button).toHaveCount(0);
});

test(
  'likes of two browsers meet; a refused one is taken back',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/503/);
    const author = await signInOverApi(page.request, 'Recebe Curtidas');
    const tag = freshTag();
    await publishPost(page.request, author, { hashtags: tag });
    await signInAs(page, 'Curte Aqui');
    const { page: other } = await elsewhere(browser, 'Curte Ali');
    const like = posts(page).getByRole('button', { name: /^Curtir/ });
    const otherLike = posts(other).getByRole('button', { name: /^Curtir/ });
    for (const one of [page, other]) await one.goto(tagPage(tag));
    await page.route('**/like', (route) =>
      route.fulfill({
        status: 503,
        json: {
          error: 'Serviço temporariamente indisponível.',
          message: 'Serviço temporariamente indisponível.',
          code: 'unavailable',
          requestId: 'x',
        },
      }),
    );
    await like.click();
    await expect(toastOf(page)).toContainText('Serviço temporariamente indisponível.');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await expect(like).toHaveAccessibleName('Curtir, 0 curtidas');
    await page.unroute('**/like');
    await like.click();
    await expect(like).toHaveAccessibleName('Curtir, 1 curtida');
    const liked = other.waitForResponse('**/like');
    await otherLike.click();
    await liked;
    await expect(otherLike).toHaveAccessibleName('Curtir, 2 curtidas');
    await comeBack(page);
    await expect(like).toHaveAccessibleName('Curtir, 2 curtidas');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await otherLike.click();
    await expect(otherLike).toHaveAccessibleName('Curtir, 1 curtida');
    await other.context().close();
  },
);

test(
  'an own new post is there at once, and the reader stays where they were',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Publica Lendo');
    const tag = freshTag();
    await publishMany(page.request, author, tag, 8);
    await page.goto(tagPage(tag));
    await expect(posts(page)).toHaveCount(8);
    const read = posts(page, 'aula 3');
    await read.evaluate((post) => post.scrollIntoView());
    const place = () => read.evaluate((post) => Math.round(post.getBoundingClientRect().top));
    const before = await place();
    // Its button is above; the address opens it as well.
    await opener(page).evaluate((button: HTMLElement) => button.click());
    const panel = postPanel(page);
    await panel.getByLabel('Título').fill('recém-publicada');
    await panel.getByLabel('Hashtags').fill(tag);
    await send(page).click();
    await expect(panel).toHaveCount(0);
    await expect(posts(page).first()).toContainText('recém-publicada');
    await expect(posts(page)).toHaveCount(9);
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(3);
    await comeBack(page);
    await expect(page.getByRole('button', { name: /nov(a|as) publica/ })).toHaveCount(0);
  },
);

test(
  'a deleted post goes at once and the focus goes on to the next one',
  desktopOnly,
  async ({ page }) => {
    const author = await signInAs(page, 'Apaga Depois');
    const tag = freshTag();
    const uids = await publishMany(page.request, author, tag, 3);
    await page.goto(tagPage(tag));
    await expect(posts(page)).toHaveCount(3);
    await openMenu(posts(page, 'aula 1'));
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Excluir esta publicação?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Excluir publicação' }).press('Enter');
    await expect(posts(page, 'aula 1')).toHaveCount(0);
    await expect(posts(page, 'aula 0')).toBeFocused();
    // Deleted in another place.
    const gone = await page.request.delete(`/api/social/post/${uids[0]}`, {
      headers: asPerson(author),
    });
    expect(gone.status()).toBe(204);
    await comeBack(page);
    await expect(posts(page)).toHaveCount(1);
    await expect(posts(page, 'aula 2')).toBeFocused();
  },
);
