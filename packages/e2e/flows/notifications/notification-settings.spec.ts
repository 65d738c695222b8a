import type { Page } from '@playwright/test';
import { deliverySection, deliverySwitch, openDeliverySettings } from '../../support/settings.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

const waitUntilSaved = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/notifications/settings') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  );

test('notification choices and quiet hours are saved', desktopOnly, async ({ page }) => {
  await openDeliverySettings(page, 'Escolhe Avisos');
  await expect(deliverySection(page)).toBeInViewport();
  for (const name of ['Mensagens por e-mail', 'Comunidade no navegador', 'Horário de silêncio']) {
    const savePromise = waitUntilSaved(page);
    await deliverySwitch(page, name).click();
    await savePromise;
  }
  const startField = page.getByLabel('Das', { exact: true });
  await expect(startField).toHaveValue('22:00');
  await startField.fill('23:30');
  const hoursSavePromise = waitUntilSaved(page);
  await page.getByLabel('Até').focus();
  await hoursSavePromise;
  await expectAccessible(page);
  await page.reload();
  await expect(deliverySwitch(page, 'Mensagens por e-mail')).not.toBeChecked();
  await expect(deliverySwitch(page, 'Comunidade no navegador')).toBeChecked();
  await expect(startField).toHaveValue('23:30');
  await expect(deliverySection(page)).toContainText('Pelo horário de Brasília.');
});
