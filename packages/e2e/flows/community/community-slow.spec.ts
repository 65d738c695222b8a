import type { Locator, Page } from '@playwright/test';
import { isHydrated, waitUntilHydrated } from '../../support/hydration.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import { postPanel, postTitled, publishButton, sendPostButton } from '../../support/post-panel.ts';
import { publishPost } from '../../support/posts.ts';
import { expect, phoneOnly, test, toastOf } from '../../support/test.ts';

/** "Slow 3G" of the browser's developer tools: 400 kbit/s both ways, 2 s until an answer begins. */
const SLOW_3G = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

async function limitToSlow3G(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_3G);
}

/** Publishes a post with a hashtag that no other test uses; returns the hashtag and the address of its page. */
async function publishPostWithHashtag(page: Page) {
  const tag = `devagar${crypto.randomUUID().slice(0, 8)}`;
  const author = await signInOverApi(page.request, 'Zefa Veloz');
  await publishPost(page.request, author, { title: 'Terminei devagar', hashtags: tag });
  return { tag, address: `/community?hashtag=${tag}` };
}

/** Holds the requests to `path` back until the returned function is called, so that the page shows their progress. */
async function holdRequests(page: Page, path: string): Promise<() => void> {
  const requestGate = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await requestGate.promise;
    await route.continue();
  });
  return requestGate.resolve;
}

/** Likes a post; the like must be shown while the server has not even received it. */
async function likeWithDelayedRequest(page: Page, likeButton: Locator): Promise<void> {
  const releaseRequests = await holdRequests(page, '**/like');
  const likeResponse = page.waitForResponse((answer) => answer.url().endsWith('/like'));
  await likeButton.press('Enter');
  await expect(likeButton).toHaveAccessibleName('Curtir, 1 curtida');
  releaseRequests();
  expect((await likeResponse).ok()).toBe(true);
}

test(
  'on slow 3G posts can be read and links followed before the scripts are loaded',
  phoneOnly,
  async ({ page }) => {
    const { address } = await publishPostWithHashtag(page);
    await limitToSlow3G(page);
    await page.goto(address, { waitUntil: 'commit' });
    const post = postTitled(page, 'Terminei devagar');
    await expect(post).toBeVisible({ timeout: 45_000 });
    expect(await isHydrated(page), 'only the server wrote it').toBe(false);
    await post.getByRole('link', { name: 'Terminei devagar' }).click({ noWaitAfter: true });
    const title = page.getByRole('heading', { level: 1, name: 'Terminei devagar' });
    await expect(title).toBeVisible({ timeout: 45_000 });
  },
);

test(
  'on slow 3G a like, a comment and a post show their progress and succeed',
  phoneOnly,
  async ({ page }) => {
    test.slow();
    const { address, tag } = await publishPostWithHashtag(page);
    await signInAs(page, 'Dona Crit');
    await page.goto(address);
    await waitUntilHydrated(page);
    await page.waitForLoadState('networkidle');
    await limitToSlow3G(page);

    const post = postTitled(page, 'Terminei devagar');
    const likeButton = post.getByRole('button', { name: /^Curtir/ });
    await likeWithDelayedRequest(page, likeButton);
    await expect(likeButton).toHaveAttribute('aria-pressed', 'true');

    await publishButton(page).press('Enter');
    const panel = postPanel(page);
    await expect(panel).toBeVisible({ timeout: 45_000 });
    await panel.getByLabel('Título').pressSequentially('Escrito na fila');
    await panel.getByLabel('Hashtags').pressSequentially(tag);
    const releasePost = await holdRequests(page, '**/api/social/post');
    await page.keyboard.press('Enter');
    await expect(sendPostButton(page)).toHaveAttribute('aria-busy', 'true');
    await expect(panel.getByRole('button', { name: 'Cancelar envio' })).toBeVisible();
    releasePost();
    await expect(toastOf(page)).toContainText('Publicado', { timeout: 40_000 });
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole('article').first()).toContainText('Escrito na fila');

    await post.getByRole('link', { name: /comentários?$/ }).press('Enter');
    const field = page.getByRole('textbox', { name: 'Comentar' });
    await expect(field).toBeVisible({ timeout: 45_000 });
    await field.pressSequentially('Chegou, e inteiro.');
    const releaseComment = await holdRequests(page, '**/api/social/comment/**');
    await field.press('Control+Enter');
    await expect(page.getByText('Enviando…')).toBeVisible();
    releaseComment();
    await expect(page.getByText('Enviando…')).toHaveCount(0, { timeout: 45_000 });
    await expect(page.getByRole('heading', { name: '1 comentário' })).toBeVisible();
    await expect(page.locator('#comentarios')).toContainText('Chegou, e inteiro.');
  },
);
