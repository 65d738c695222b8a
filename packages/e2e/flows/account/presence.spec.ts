import type { Page } from '@playwright/test';
import { publishService } from '../../support/market.ts';
import { signInElsewhere } from '../../support/orders.ts';
import { asPerson, type SignedInPerson, signInAs } from '../../support/people.ts';
import { commentOn, publishPost } from '../../support/posts.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

const presenceLine = (page: Page) =>
  page.getByTestId('profile-header').locator('[data-ui="presence"]');

/** The mark of the signed-in person's own photo, which is shown once the page is connected. */
const ownOnlineMark = (page: Page) => page.locator('[data-ui="top-bar"] [data-presence="online"]');

/** Panel of the people who are online, beside the page. */
const onlinePanelOf = (page: Page) => page.getByRole('region', { name: 'Quem está à mesa' });

async function blockPerson(page: Page, person: SignedInPerson, otherPerson: SignedInPerson) {
  const answer = await page.request.put(`/api/users/${otherPerson.uid}/block`, {
    headers: asPerson(person),
  });
  expect(answer.status()).toBe(204);
}

test(
  'a person who comes online is shown as online without a reload',
  desktopOnly,
  async ({ page, browser }) => {
    await signInAs(page, 'Ana Observa');
    const bia = await signInElsewhere(browser, 'Bia Chega');
    await page.goto(`/user/${bia.person.username}`);
    await expect(presenceLine(page)).toHaveText('Offline');
    await expect(ownOnlineMark(page)).toBeVisible();

    await bia.page.goto('/termos');
    await expect(presenceLine(page)).toHaveText('Online');
    await expect(
      page.getByTestId('profile-header').locator('[data-presence="online"]'),
    ).toBeVisible();
    await expectAccessible(page);
    await bia.page.context().close();
  },
);

test(
  'people who are online are marked as online on posts, comments and services, and listed beside the community',
  desktopOnly,
  async ({ page, browser }) => {
    await signInAs(page, 'Ana Procura');
    const bia = await signInElsewhere(browser, 'Bia Na Mesa');
    const post = await publishPost(page.request, bia.person, { title: 'Cheguei à mesa' });
    await commentOn(page.request, bia.person, post, 'E fico até tarde.');
    const { id } = await publishService(page.request, bia.person, { title: 'Noite de ranqueada' });
    await bia.page.goto('/termos');

    await page.goto(`/post/${post}`);
    await expect(page.locator('article [data-presence="online"]').first()).toBeVisible();
    await expect(page.locator('[data-ui="comment"] [data-presence="online"]')).toBeVisible();
    await page.goto('/search/services?q=Noite de ranqueada');
    await page.getByRole('link', { name: 'Online agora' }).click();
    await expect(page).toHaveURL(/online=true/);
    const serviceRow = page
      .getByRole('article')
      .filter({ has: page.locator(`a[href="/service/${id}"]`) })
      .filter({ hasText: 'Bia Na Mesa' });
    await expect(serviceRow.locator('[data-presence="online"]')).toBeVisible();
    await serviceRow.getByRole('link', { name: 'Noite de ranqueada' }).click();
    await expect(page.getByText('Online agora')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Conversar' }).click();
    await expect(page).toHaveURL(new RegExp(`conversa=${bia.person.uid}`));
    await page.goto('/community');
    await onlinePanelOf(page).getByRole('link', { name: 'Conversar com Bia Na Mesa' }).click();
    await expect(page).toHaveURL(`/community?conversa=${bia.person.uid}`);
    await bia.page.context().close();
  },
);

test(
  'a person is no longer shown as online to the other side as soon as one blocks the other',
  desktopOnly,
  async ({ page, browser }) => {
    const ana = await signInAs(page, 'Ana Bloqueia');
    const bia = await signInElsewhere(browser, 'Bia Bloqueada');
    await bia.page.goto(`/user/${ana.username}`);
    await page.goto(`/user/${bia.person.username}`);
    for (const profilePage of [page, bia.page]) {
      await expect(ownOnlineMark(profilePage)).toBeVisible();
      await expect(presenceLine(profilePage)).toHaveText('Online');
    }
    await blockPerson(page, ana, bia.person);
    for (const profilePage of [page, bia.page])
      await expect(presenceLine(profilePage)).toHaveText('Offline');
    await bia.page.context().close();
  },
);
