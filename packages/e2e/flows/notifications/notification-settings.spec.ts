import type { Page } from '@playwright/test';
import { choice, openNotices, section } from '../../support/notification-settings.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

const saved = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/notifications/settings') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  );

test('choices and quiet hours are saved', desktopOnly, async ({ page }) => {
  await openNotices(page, 'Escolhe Avisos');
  await expect(section(page)).toBeInViewport();
  for (const name of ['Mensagens por e-mail', 'Comunidade no navegador', 'Horário de silêncio']) {
    const saving = saved(page);
    await choice(page, name).click();
    await saving;
  }
  const from = page.getByLabel('Das', { exact: true });
  await expect(from).toHaveValue('22:00');
  await from.fill('23:30');
  const saving = saved(page);
  await page.getByLabel('Até').focus();
  await saving;
  await expectAccessible(page);
  await page.reload();
  await expect(choice(page, 'Mensagens por e-mail')).not.toBeChecked();
  await expect(choice(page, 'Comunidade no navegador')).toBeChecked();
  await expect(from).toHaveValue('23:30');
  await expect(section(page)).toContainText('Pelo horário de Brasília.');
});
