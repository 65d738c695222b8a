import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { SignedInPerson } from './people.ts';
import { publishPost } from './posts.ts';

/** A hashtag that no other test uses; its page shows only the posts of this test. */
export const createHashtag = (word = 'mesa') => `${word}${crypto.randomUUID().slice(0, 8)}`;

/** Path of a hashtag's page. */
export const tagPage = (tag: string) => `/community?hashtag=${tag}`;

/** The feed on screen. */
export const feedOf = (page: Page) => page.getByRole('feed');

/** The posts of the feed on screen; with `text`, only the posts that contain this text. */
export function postCards(page: Page, text?: string): Locator {
  const cards = feedOf(page).getByRole('article');
  return text === undefined ? cards : cards.filter({ hasText: text });
}

/** Publishes several posts with the same hashtags, one after the other: `aula 0`, `aula 1`, … */
export async function publishPosts(
  request: APIRequestContext,
  author: SignedInPerson,
  hashtags: string,
  count: number,
): Promise<string[]> {
  const uids: string[] = [];
  for (let n = 0; n < count; n += 1)
    uids.push(await publishPost(request, author, { title: `aula ${n}`, hashtags }));
  return uids;
}

/** Makes the page request changes at once, as when a person returns to its tab. */
export async function returnToTab(page: Page): Promise<void> {
  const refreshResponse = page.waitForResponse(/\/api\/social\/(pulse|posts)/);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await refreshResponse;
}

/** Opens the menu of a post. */
export async function openMenu(post: Locator): Promise<void> {
  await post.getByRole('button', { name: /^Mais opções/ }).click();
}
