import type { Page } from '@playwright/test';
import { choice, openNotices, section } from '../support/notification-settings.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../support/test.ts';

const saved = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/notifications/settings') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  );

test(
  'a choice is saved, and reverted when saving fails',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    await openNotices(page, 'Escolhe Avisos');
    await expect(section(page)).toBeInViewport();
    await expect(choice(page, 'Comunidade no navegador')).not.toBeChecked();
    await expect(section(page).getByRole('switch')).toHaveCount(7);
    for (const name of ['Mensagens por e-mail', 'Comunidade no navegador', 'Horário de silêncio']) {
      const saving = saved(page);
      await choice(page, name).click();
      await saving;
    }
    const [from, to] = [page.getByLabel('Das', { exact: true }), page.getByLabel('Até')];
    await expect(from).toHaveValue('22:00');
    await from.fill('07:00');
    await expect(section(page)).toContainText('Escolha dois horários diferentes.');
    const saving = saved(page);
    await from.fill('23:30');
    await to.focus();
    await saving;
    await expectAccessible(page);
    await page.reload();
    await expect(choice(page, 'Mensagens por e-mail')).not.toBeChecked();
    await expect(choice(page, 'Comunidade no navegador')).toBeChecked();
    await expect(from).toHaveValue('23:30');
    await expect(section(page)).toContainText('Pelo horário de Brasília.');

    await page.route('**/api/notifications/settings', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { message: 'Serviço fora.' } })
        : route.fallback(),
    );
    await choice(page, 'Pedidos por e-mail').click();
    await expect(toastOf(page)).toContainText('Algo deu errado...Serviço fora.');
    await expect(choice(page, 'Pedidos por e-mail')).toBeChecked();
  },
);

test('a denied permission is explained', desktopOnly, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await openNotices(page, 'Avisos Negados');
  await expect(section(page)).toContainText('Os avisos estão bloqueados neste navegador');
  await expect(page.getByRole('button', { name: 'Ativar avisos neste aparelho' })).toHaveCount(0);
});

test('a browser without push support is explained', desktopOnly, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await openNotices(page, 'Sem Avisos');
  await expect(section(page)).toContainText('Este navegador não recebe avisos');
});
