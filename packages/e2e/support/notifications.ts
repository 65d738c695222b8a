import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { asPerson, type SignedInPerson } from './people.ts';
import { publishPost } from './posts.ts';

/** The bell in the top bar; its accessible name does not contain the count. */
export function bellOf(page: Page) {
  return page.getByRole('button', { name: 'Notificações', exact: true });
}

/** Expects the number of unread notifications at the bell. */
export async function expectUnread(page: Page, count: number) {
  const newCountText = count === 1 ? '1 nova' : `${count} novas`;
  await expect(bellOf(page)).toHaveAccessibleDescription(count === 0 ? '' : newCountText);
}

/** The list of notifications below the bell. */
export function notificationList(page: Page) {
  return page.getByRole('dialog', { name: 'Notificações' });
}

/** The entries of the list, newest first. */
export function entriesOf(page: Page) {
  return notificationList(page).getByRole('listitem');
}

/** Opens the list with the bell. */
export async function openNotificationList(page: Page) {
  await bellOf(page).click();
  await expect(notificationList(page)).toBeVisible();
}

/** Likes a post over the API. */
export async function likePost(request: APIRequestContext, person: SignedInPerson, post: string) {
  const answer = await request.put(`/api/social/post/${post}/like`, { headers: asPerson(person) });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Publishes `count` posts of `author`, and `fan` likes each, which creates a notification. */
export async function createLikeNotifications(
  request: APIRequestContext,
  { author, fan, count }: { author: SignedInPerson; fan: SignedInPerson; count: number },
) {
  for (let n = 1; n <= count; n += 1) {
    const post = await publishPost(request, author, { title: `Recado ${n}` });
    await likePost(request, fan, post);
  }
}
