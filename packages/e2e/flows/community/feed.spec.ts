import {
  createHashtag,
  feedOf,
  openMenu,
  postCards,
  publishPosts,
  returnToTab,
  tagPage,
} from '../../support/feed.ts';
import { asPerson, signInAs, signInOverApi } from '../../support/people.ts';
import { postPanel, publishButton, sendPostButton } from '../../support/post-panel.ts';
import { publishPost } from '../../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

test(
  'the feed grows by scrolling, also after a failure; Back restores its length and position',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const author = await signInOverApi(page.request, 'Publica Muito');
    const tag = createHashtag();
    await publishPosts(page.request, author, tag, 25);
    const errorText = 'Serviço temporariamente indisponível.';
    await page.route('**/api/social/posts?*cursor=*', (route) =>
      route.fulfill({
        status: 503,
        json: { error: errorText, message: errorText, code: 'unavailable', requestId: 'x' },
      }),
    );
    await page.goto(tagPage(tag));
    await postCards(page).last().scrollIntoViewIfNeeded();
    await expect(page.getByRole('alert')).toContainText(errorText);
    await expect(postCards(page)).toHaveCount(20);
    await expectAccessible(page);
    await page.unroute('**/api/social/posts?*cursor=*');
    await page.reload();
    await postCards(page).last().scrollIntoViewIfNeeded();
    await expect(postCards(page)).toHaveCount(25);
    const post = postCards(page, 'aula 2').last();
    await post.scrollIntoViewIfNeeded();
    const scrollBefore = await page.evaluate(() => window.scrollY);
    await post.getByRole('link', { name: 'aula 2' }).click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expect(postCards(page)).toHaveCount(25);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrollBefore - 5);
  },
);

test(
  'new posts do not move the reader; likes of others and a deletion are shown',
  desktopOnly,
  async ({ page }) => {
    await signInAs(page, 'Publica Lendo');
    const author = await signInOverApi(page.request, 'Publica Agora');
    const tag = createHashtag();
    await publishPosts(page.request, author, tag, 4);
    const photoPostUid = await publishPost(
      page.request,
      author,
      { title: 'com foto', hashtags: tag },
      true,
    );
    await publishPosts(page.request, author, tag, 4);
    await page.goto(tagPage(tag));
    await expect(postCards(page)).toHaveCount(9);
    const readPost = postCards(page, 'com foto');
    await readPost
      .getByRole('img')
      .last()
      .evaluate((image) => {
        image.scrollIntoView();
        window.scrollBy(0, 90);
      });
    const readPosition = () =>
      readPost.evaluate((post) => Math.round(post.getBoundingClientRect().top));
    const oldPosition = await readPosition();
    // The button is clicked by script, because Playwright's own click would scroll the page up to it.
    await publishButton(page).evaluate((button: HTMLElement) => button.click());
    const panel = postPanel(page);
    await panel.getByLabel('Título').fill('recém-publicada');
    await panel.getByLabel('Hashtags').fill(tag);
    await sendPostButton(page).click();
    await expect(toastOf(page)).toContainText('Publicado');
    await expect(panel).toHaveCount(0);
    await expect(postCards(page).first()).toContainText('recém-publicada');
    await expect(postCards(page)).toHaveCount(10);
    await expect.poll(async () => Math.abs((await readPosition()) - oldPosition)).toBeLessThan(3);
    await returnToTab(page);
    await expect(page.getByRole('button', { name: /nov(a|as) publica/ })).toHaveCount(0);

    const scrollPosition = await page.evaluate(() => window.scrollY);
    for (const title of ['novidade 1', 'novidade 2'])
      await publishPost(page.request, author, { title, hashtags: tag });
    const likeResponse = await page.request.put(`/api/social/post/${photoPostUid}/like`, {
      headers: asPerson(author),
    });
    expect(likeResponse.status(), await likeResponse.text()).toBe(200);
    await returnToTab(page);
    const button = page.getByRole('button', { name: '2 novas publicações' });
    await expect(button).toBeInViewport();
    await expect(readPost.getByRole('button', { name: 'Curtir, 1 curtida' })).toBeVisible();
    // The button for new posts floats over the photo, where it covers no other button.
    await expectAccessible(page);
    await expect(page.getByRole('status').filter({ hasText: 'Há novas publicações.' })).toHaveCount(
      1,
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(scrollPosition);
    await expect(postCards(page, 'novidade')).toHaveCount(0);
    await button.press('Enter');
    await expect(postCards(page).first()).toContainText('novidade 2');
    await expect(postCards(page).first()).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(postCards(page)).toHaveCount(12);
    await expect(button).toHaveCount(0);

    await page.keyboard.press('Control+End');
    await expect(feedOf(page).locator(':focus')).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await postCards(page).first().focus();
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('button', { name: 'Publicar' }).first()).toBeFocused();

    await openMenu(postCards(page, 'recém-publicada'));
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Excluir esta publicação?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Excluir publicação' }).press('Enter');
    await expect(toastOf(page)).toContainText('Publicação excluída');
    await expect(postCards(page)).toHaveCount(11);
    await expect(postCards(page).nth(2)).toBeFocused();
  },
);
