import { chatButton, chatPanel } from '../../support/chat.ts';
import {
  bellOf,
  createLikeNotifications,
  entriesOf,
  expectUnread,
  likePost,
  notificationList,
  openNotificationList,
} from '../../support/notifications.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import { commentOn, publishPost } from '../../support/posts.ts';
import { desktopOnly, expect, expectAccessible, isPhone, test } from '../../support/test.ts';

test(
  'a visitor has no bell; notifications reach a signed-in person at once, and after the network was away',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket|401/);
    await page.goto('/termos?novo=avisos');
    await expect(bellOf(page)).toBeHidden();
    await expect(notificationList(page)).toBeHidden();

    const ana = await signInAs(page, 'Ana Recebe');
    const postUid = await publishPost(page.request, ana, { title: 'Retrato da capitã' });
    const bia = await signInOverApi(page.request, 'Bia Curte');
    const caio = await signInOverApi(page.request, 'Caio Comenta');
    await page.goto('/termos');
    await expectUnread(page, 0);
    await likePost(page.request, bia, postUid);
    await expectUnread(page, 1);
    await likePost(page.request, caio, postUid);
    await commentOn(page.request, caio, postUid, 'Quem é ela?');
    await expectUnread(page, 2);

    await openNotificationList(page);
    await expect(entriesOf(page)).toHaveCount(2);
    await expect(entriesOf(page).first()).toContainText(
      'Caio Comenta comentou na sua publicação: “Quem é ela?”',
    );
    await expect(entriesOf(page).last()).toContainText(
      'Caio Comenta e mais 1 pessoa curtiram sua publicação “Retrato da capitã”.',
    );
    await expect(entriesOf(page).first().locator('time > :first-child')).toHaveText(/^\d+(s|m)$/);
    await page.keyboard.press('Escape');
    await expect(notificationList(page)).toBeHidden();
    await expect(bellOf(page)).toBeFocused();
    await openNotificationList(page);
    await entriesOf(page).getByRole('link', { name: 'comentou' }).click();
    await expect(page).toHaveURL(`/post/${postUid}#comentarios`);
    await expect(notificationList(page)).toBeHidden();
    await expectUnread(page, 1);
    await page.goBack();
    await expect(page).toHaveURL('/termos');

    await expect(page.locator('[data-ui="top-bar"] [data-presence="online"]')).toBeVisible();
    await context.setOffline(true);
    await commentOn(page.request, bia, postUid, 'Linda.');
    await context.setOffline(false);
    await expectUnread(page, 2);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(bellOf(page)).toBeHidden();
  },
);

test('the list of notifications has its intended size, grows on scrolling, and is closed by Back', async ({
  page,
}) => {
  const ana = await signInAs(page, 'Ana Mede');
  const fan = await signInOverApi(page.request, 'Fã Da Ana');
  const count = isPhone(page) ? 6 : 25;
  await createLikeNotifications(page.request, { author: ana, fan, count });
  await page.goto('/community');
  await expectUnread(page, count);
  await openNotificationList(page);
  await expect(entriesOf(page)).toHaveCount(Math.min(count, 20));
  await expectAccessible(page);
  const panelBox = await page.locator('[data-ui="notifications"]').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(panelBox?.width).toBe(isPhone(page) ? width - 16 : 450);
  expect((panelBox?.x ?? 0) + (panelBox?.width ?? 0)).toBeLessThanOrEqual(width - 8);
  const listBox = await page.getByRole('region', { name: 'Lista de notificações' }).boundingBox();
  expect(listBox?.height).toBe(300);
  await entriesOf(page).last().scrollIntoViewIfNeeded();
  await expect(entriesOf(page)).toHaveCount(count);
  await expect(entriesOf(page).last()).toContainText('Recado 1”');
  await expect(notificationList(page).getByRole('button', { name: 'Ver anteriores' })).toBeHidden();
  await page.goBack();
  await expect(notificationList(page)).toBeHidden();
  await expect(page).toHaveURL('/community');
});

test(
  'two tabs show the same unread notifications, and removed or read ones stay removed or read',
  desktopOnly,
  async ({ page, context }) => {
    const ana = await signInAs(page, 'Ana Duas Abas');
    const fan = await signInOverApi(page.request, 'Fã Da Ana');
    await createLikeNotifications(page.request, { author: ana, fan, count: 3 });
    const otherTab = await context.newPage();
    await page.goto('/termos');
    await otherTab.goto('/community');
    await expectUnread(page, 3);
    await expectUnread(otherTab, 3);
    await openNotificationList(page);
    await openNotificationList(otherTab);
    await entriesOf(page).first().getByRole('button', { name: 'Remover notificação' }).click();
    await expectUnread(otherTab, 2);
    await expect(notificationList(otherTab).locator('[data-unread]')).toHaveCount(2);
    await otherTab.getByRole('button', { name: 'Marcar todas como lidas' }).click();
    await expect(entriesOf(otherTab)).toHaveCount(0);
    await expect(notificationList(otherTab)).toContainText('Nada de novo por aqui');
    await expectAccessible(otherTab);
    await expectUnread(page, 0);
    await expect(notificationList(page).locator('[data-unread]')).toHaveCount(0);
    await page.reload();
    await expect(entriesOf(page)).toHaveText([/Recado 2/, /Recado 1/]);
    await expectUnread(page, 0);
  },
);

test(
  'a press outside the open list closes it and does what it does otherwise; Back leads to the page before',
  desktopOnly,
  async ({ page }) => {
    await signInAs(page, 'Ana Aperta Fora');
    await page.goto('/termos');
    await page.getByRole('banner').getByRole('link', { name: 'Guilda' }).first().click();
    await expect(page).toHaveURL('/');

    await openNotificationList(page);
    await page.getByRole('link', { name: 'Comunidade' }).first().click();
    await expect(page).toHaveURL('/community');
    await expect(notificationList(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/');

    await openNotificationList(page);
    await chatButton(page).click();
    await expect(chatPanel(page)).toBeVisible();
    await expect(page).toHaveURL('/?conversa=lista');
    await expect(notificationList(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(chatPanel(page)).toBeHidden();

    await openNotificationList(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const signOutButton = page.getByRole('button', { name: 'Sair' });
    await expect(signOutButton).toBeVisible();
    await expect(notificationList(page)).toBeHidden();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(signOutButton).toBeHidden();
    await expect(page).toHaveURL('/');
    await openNotificationList(page);
    await bellOf(page).click();
    await expect(notificationList(page)).toBeHidden();
    // The list has left the history once the address is that of the page.
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/termos');
  },
);
