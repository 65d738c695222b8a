import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { asPerson, type SignedInPerson } from './people.ts';
import { publishPost } from './posts.ts';

/** The bell in the top bar. Its name does not change with the count. */
export function bellOf(page: Page) {
  return page.getByRole('button', { name: 'Notificações', exact: true });
}

/** The bell says that so many are unread. */
export async function expectUnread(page: Page, count: number) {
  const news = count === 1 ? '1 nova' : `${count} novas`;
  await expect(bellOf(page)).toHaveAccessibleDescription(count === 0 ? '' : news);
}

/** The list under the bell. */
export function listOf(page: Page) {
  return page.getByRole('dialog', { name: 'Notificações' });
}

/** The entries of the list, newest first. */
export function entriesOf(page: Page) {
  return listOf(page).getByRole('listitem');
}

/** Opens the list with the bell. */
export async function openList(page: Page) {
  await bellOf(page).click();
  await expect(listOf(page)).toBeVisible();
}

/** Likes a post over the API. */
export async function like(request: APIRequestContext, person: SignedInPerson, post: string) {
  const answer = await request.put(`/api/social/post/${post}/like`, { headers: asPerson(person) });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Likes of so many posts of a person's: a notification for each. */
export async function manyNotices(
  request: APIRequestContext,
  { author, fan, count }: { author: SignedInPerson; fan: SignedInPerson; count: number },
) {
  for (let n = 1; n <= count; n += 1) {
    const post = await publishPost(request, author, { title: `Recado ${n}` });
    await like(request, fan, post);
  }
}
