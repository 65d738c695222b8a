import {
  bellOf,
  entriesOf,
  expectUnread,
  like,
  listOf,
  manyNotices,
  openList,
} from '../support/notifications.ts';
import { signInAs, signInOverApi } from '../support/people.ts';
import { commentOn, publishPost } from '../support/posts.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
} from '../support/test.ts';

test('what others do rings the bell at once, and the list leads to it', async ({ page }) => {
  const ana = await signInAs(page, 'Ana Recebe');
  const post = await publishPost(page.request, ana, { title: 'Retrato da capitã' });
  const bia = await signInOverApi(page.request, 'Bia Curte');
  const caio = await signInOverApi(page.request, 'Caio Comenta');
  await page.goto('/termos');
  await expectUnread(page, 0);
  await like(page.request, bia, post);
  await expectUnread(page, 1);
  await like(page.request, caio, post);
  await commentOn(page.request, caio, post, 'Quem é ela?');
  await expectUnread(page, 2);

  await openList(page);
  await expect(entriesOf(page)).toHaveCount(2);
  await expect(entriesOf(page).first()).toContainText(
    'Caio Comenta comentou na sua publicação: “Quem é ela?”',
  );
  await expect(entriesOf(page).last()).toContainText(
    'Caio Comenta e mais 1 pessoa curtiram sua publicação “Retrato da capitã”.',
  );
  await expect(entriesOf(page).first().locator('time > :first-child')).toHaveText(/^\d+s$/);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
  await openList(page);
  await entriesOf(page).getByRole('link', { name: 'comentou' }).click();
  await expect(page).toHaveURL(`/post/${post}#comentarios`);
  await expect(listOf(page)).toBeHidden();
  await expectUnread(page, 1);
  await page.goBack();
  await expect(page).toHaveURL('/termos');
});

test('the list is as wide and as high as it is meant to be, and Back closes it', async ({
  page,
}) => {
  const ana = await signInAs(page, 'Ana Mede');
  const fan = await signInOverApi(page.request, 'Fã Da Ana');
  await manyNotices(page.request, { author: ana, fan, count: 6 });
  await page.goto('/community');
  await openList(page);
  await expect(entriesOf(page)).toHaveCount(6);
  const box = await page.locator('[data-ui="notifications"]').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.width).toBe(isPhone(page) ? width - 16 : 450);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width - 8);
  const list = await page.getByRole('region', { name: 'Lista de notificações' }).boundingBox();
  expect(list?.height).toBe(300);
  await page.goBack();
  await expect(listOf(page)).toBeHidden();
  await expect(page).toHaveURL('/community');
});

test(
  'one is removed and all are marked at once, whatever the server says',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503|mark-/);
    const ana = await signInAs(page, 'Ana Limpa');
    const fan = await signInOverApi(page.request, 'Fã Da Ana');
    await manyNotices(page.request, { author: ana, fan, count: 3 });
    await page.goto('/termos');
    await expectUnread(page, 3);
    await openList(page);
    // A question still on its way would bring back the count of a server that marked nothing.
    await page.waitForLoadState('networkidle');
    await page.route('**/api/notifications/mark-as-read/**', (route) =>
      route.fulfill({ status: 503, json: { error: 'fora', code: 'unavailable' } }),
    );
    await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
    await expect(entriesOf(page)).toHaveCount(0);
    await expect(listOf(page)).toContainText('Nada de novo por aqui');
    await expectUnread(page, 0);
    await expectAccessible(page);
    await page.unroute('**/api/notifications/mark-as-read/**');

    await page.reload();
    await expectUnread(page, 3);
    await entriesOf(page).nth(1).getByRole('button', { name: 'Remover notificação' }).click();
    await expect(entriesOf(page)).toHaveText([/Recado 3/, /Recado 1/]);
    await expectUnread(page, 2);
    await expect(
      entriesOf(page).nth(1).getByRole('button', { name: 'Remover notificação' }),
    ).toBeFocused();

    await page.reload();
    await expectUnread(page, 2);
    // What was removed stays away.
    await expect(entriesOf(page)).toHaveText([/Recado 3/, /Recado 1/]);
    await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
    await expectUnread(page, 0);
    await page.getByRole('button', { name: 'Ver anteriores' }).click();
    await expect(entriesOf(page)).toHaveText([/Recado 3/, /Recado 1/]);
    await expect(listOf(page).locator('[data-unread]')).toHaveCount(0);
    await page.reload();
    await expect(entriesOf(page)).toHaveText([/Recado 3/, /Recado 1/]);
    await expectUnread(page, 0);
  },
);

test('two tabs agree on what is unread', desktopOnly, async ({ page, context }) => {
  const ana = await signInAs(page, 'Ana Duas Abas');
  const fan = await signInOverApi(page.request, 'Fã Da Ana');
  await manyNotices(page.request, { author: ana, fan, count: 3 });
  const other = await context.newPage();
  await page.goto('/termos');
  await other.goto('/community');
  await expectUnread(page, 3);
  await expectUnread(other, 3);
  await openList(page);
  await openList(other);
  await entriesOf(page).first().getByRole('button', { name: 'Remover notificação' }).click();
  await expectUnread(other, 2);
  await expect(listOf(other).locator('[data-unread]')).toHaveCount(2);
  await other.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expectUnread(page, 0);
  await expect(listOf(page).locator('[data-unread]')).toHaveCount(0);
});

test(
  'older ones come on scrolling; a failure can be tried again',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const ana = await signInAs(page, 'Ana Antiga');
    const fan = await signInOverApi(page.request, 'Fã Da Ana');
    await manyNotices(page.request, { author: ana, fan, count: 25 });
    let failing = true;
    const refusal = { error: 'Fora do ar.', message: 'Fora do ar.', code: 'conflict' };
    await page.route(/\/api\/notifications(\?|$)/, (route) =>
      failing ? route.fulfill({ status: 409, json: refusal }) : route.fallback(),
    );
    allowConsole(/409/);
    await page.goto('/termos');
    await expectUnread(page, 25);
    await openList(page);
    await expect(listOf(page).getByRole('alert')).toContainText('Fora do ar.');
    failing = false;
    await listOf(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(entriesOf(page)).toHaveCount(20);
    await entriesOf(page).last().scrollIntoViewIfNeeded();
    await expect(entriesOf(page)).toHaveCount(25);
    await expect(entriesOf(page).last()).toContainText('Recado 1”');
    await expect(listOf(page).getByRole('button', { name: 'Ver anteriores' })).toBeHidden();
  },
);

test(
  'a visitor has no bell; what came without a network shows with it, and goes with the person',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket|401/);
    await page.goto('/termos?novo=avisos');
    await expect(bellOf(page)).toBeHidden();
    await expect(listOf(page)).toBeHidden();
    const ana = await signInAs(page, 'Ana Sem Rede');
    const post = await publishPost(page.request, ana);
    const fan = await signInOverApi(page.request, 'Fã Da Ana');
    await page.goto('/community');
    await expect(page.locator('[data-ui="top-bar"] [data-presence="online"]')).toBeVisible();
    await context.setOffline(true);
    await like(page.request, fan, post);
    await context.setOffline(false);
    await expectUnread(page, 1);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(bellOf(page)).toBeHidden();
  },
);
