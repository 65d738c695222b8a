import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { tagPage } from '../../support/feed.ts';
import { pictureFile } from '../../support/market.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

/** A word that no other test uses. */
const uniqueWord = () => `mural${crypto.randomUUID().replaceAll('-', '').slice(0, 9)}`;

const homePosts = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Na comunidade', exact: true }) });

test(
  'the home page and a profile contain published posts before any script runs',
  desktopOnly,
  async ({ page, browser }) => {
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const q = uniqueWord();
    for (let n = 0; n < 11; n += 1) await publishPost(page.request, author, { title: `${q} ${n}` });
    const profilePath = `/user/${author.username}?aba=publicacoes`;
    const contextWithoutScripts = await browser.newContext({ javaScriptEnabled: false });
    const visitorPage = await contextWithoutScripts.newPage();
    // Other tests publish as well and could push the post off the list of newest posts, so publishing is repeated.
    await expect(async () => {
      await publishPost(page.request, author, { title: `Recado ${q}` });
      await visitorPage.goto('/');
      await expect(
        homePosts(visitorPage)
          .getByRole('link', { name: `Recado ${q}` })
          .first(),
      ).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await visitorPage.goto(profilePath);
    await expect(visitorPage.getByRole('article')).toHaveCount(10);
    await contextWithoutScripts.close();

    const personWithoutPosts = await signInOverApi(page.request, 'Fala Pouco');
    await page.goto(`/user/${personWithoutPosts.username}?aba=publicacoes`);
    await expect(page.getByText('Quando Fala Pouco publicar, aparece aqui.')).toBeVisible();
    await expectAccessible(page);

    const reader = await signInAs(page, 'Dona Crit');
    await page.goto(`/user/${reader.username}?aba=publicacoes`);
    await expect(page.getByText('Você ainda não publicou')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/');
    await expect(homePosts(page).getByRole('listitem')).toHaveCount(8);
    await expectAccessible(page);
    await page.goto(profilePath);
    await expect(page.getByRole('article')).toHaveCount(10);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await expect(page.getByRole('article').nth(11)).toBeVisible();
  },
);

test(
  'the search finds posts and leads to all of them; a search without results says so',
  desktopOnly,
  async ({ page }) => {
    const author = await signInOverApi(page.request, 'Zefa Veloz');
    const q = uniqueWord();
    for (let n = 0; n < 4; n += 1) await publishPost(page.request, author, { title: `${q} ${n}` });
    await page.goto(`/search?q=${q}`);
    const postsRegion = page.getByRole('region', { name: 'Publicações' });
    await expect(postsRegion.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await postsRegion.getByRole('link', { name: 'Ver todas' }).click();
    await expect(page).toHaveURL(`/community?q=${q}`);
    await expect(page.getByRole('article')).toHaveCount(4);
    const unusedWord = uniqueWord();
    await page.goto(`/community?q=${unusedWord}`);
    await expect(
      page.getByRole('heading', { name: `Publicações com “${unusedWord}”` }),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

test('a tall photo is cut to 4:5 in the feed and whole on its page', async ({ page }) => {
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  const tag = uniqueWord();
  const create = { width: 60, height: 120, channels: 3, background: '#5f8ae2' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const tallPicture = { ...pictureFile, buffer };
  const uid = await publishPost(page.request, author, { hashtags: tag }, tallPicture);
  const heightByWidth = async () => {
    const pictureBox = await page.getByAltText(/^Foto da publicação/).boundingBox();
    return pictureBox ? pictureBox.height / pictureBox.width : 0;
  };
  await page.goto(tagPage(tag));
  expect(await heightByWidth()).toBeCloseTo(5 / 4);
  await page.goto(`/post/${uid}`);
  expect(await heightByWidth()).toBeCloseTo(2);
});
