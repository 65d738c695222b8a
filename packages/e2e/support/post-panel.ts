import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { pictureFile } from './market.ts';

const MEGABYTE = 1024 * 1024;

/** The address of the community with the panel open over it. */
export const PANEL_ADDRESS = '/community?novo=recado';

export const postPanel = (page: Page) => page.getByRole('dialog', { name: 'Nova publicação' });

/** The button that opens the panel. */
export const publishButton = (page: Page) =>
  page.locator('#conteudo').getByRole('button', { name: 'Publicar' }).first();

/** The button that sends the post. */
export const sendPostButton = (page: Page) =>
  postPanel(page).getByRole('button', { name: 'Publicar' });

export const photoInput = (page: Page) => postPanel(page).locator('input[type="file"]');

/** A picture of about `megabytes`: a dot, followed by data that decoders ignore. */
export const largePicture = (megabytes: number) => ({
  ...pictureFile,
  buffer: Buffer.concat([pictureFile.buffer, Buffer.alloc(megabytes * MEGABYTE)]),
});

/** Opens the panel by its address. */
export async function openPostPanel(page: Page): Promise<Locator> {
  await page.goto(PANEL_ADDRESS);
  await expect(postPanel(page)).toBeVisible();
  return postPanel(page);
}

/** The post of this title in the list on screen. */
export const postTitled = (page: Page, title: string) =>
  page.locator('#conteudo').getByRole('article').filter({ hasText: title });

const isCreation = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/social/post/';

/**
 * Records the idempotency keys of all posts that the page sends from this call on; the returned array grows with each
 * post.
 */
export function recordIdempotencyKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (isCreation(request)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/**
 * Marks the current document of the page; the returned function tells whether the page still shows this document, which
 * a reload replaces.
 */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { markedDocument: true }));
  return () => page.evaluate(() => 'markedDocument' in window);
}

/** The post draft in this page's local storage. */
export function storedPostDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const draftKey = Object.keys(localStorage).find((key) => key.startsWith('guilda-draft-post-'));
    return draftKey ? localStorage.getItem(draftKey) : null;
  });
}
