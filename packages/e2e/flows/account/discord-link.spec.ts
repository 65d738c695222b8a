import type { Page } from '@playwright/test';
import { asPerson } from '../../support/people.ts';
import { openSettings } from '../../support/settings.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const connectButton = (page: Page) => page.getByRole('button', { name: 'Conectar Discord' });
const disconnectButton = (page: Page) =>
  page.getByRole('button', { name: 'Desconectar o Discord' });
const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const uniqueText = (word: string) => `${word}${crypto.randomUUID().slice(0, 6)}`;

const storedDiscordId = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('guilda-state') ?? 'null')?.state.user.discordId,
  );

/** Gives consent on the page of the simulated Discord server, as an account with this name. */
async function consentAs(page: Page, name: string) {
  await page.getByLabel('Ou digite o nome de outra conta').fill(name);
  await page.getByRole('button', { name: 'Autorizar' }).click();
}

test('a Discord account is connected and disconnected', phoneOnly, async ({ page }) => {
  const person = await openSettings(page, 'Conecta Discord');
  let requestCount = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/discord/authorize') requestCount += 1;
  });
  await connectButton(page).dblclick();
  await consentAs(page, uniqueText('conta'));
  await expect(pageHeading(page, 'Discord conectado')).toBeVisible();
  expect(requestCount).toBe(1);
  await expect(page).toHaveURL('/discord/callback');
  await expect(page).toHaveTitle('Conectar Discord · Guilda');
  await expectAccessible(page);
  await page.reload();
  await expect(pageHeading(page, 'Discord conectado')).toBeVisible();

  await page.getByRole('link', { name: 'Ir para as configurações' }).click();
  // The link leads to the settings of calls, because a new account does not accept calls yet.
  await expect(page).toHaveURL('/user/settings/ligacoes');
  await page.goto('/user/settings/conta');
  await expect(disconnectButton(page)).toBeVisible();
  await expect(connectButton(page)).toBeHidden();
  expect(await storedDiscordId(page)).toMatch(/^\d+$/);

  await disconnectButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Desconectar o Discord' });
  await expect(dialog).toContainText('você não liga nem recebe ligações');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Desconectar' }).click();
  await expect(toastOf(page)).toContainText('Discord desconectado');
  await expect(connectButton(page)).toBeFocused();
  expect(await storedDiscordId(page)).toBeNull();
  const accountResponse = await page.request.get('/api/users/me', { headers: asPerson(person) });
  expect((await accountResponse.json()).discordId).toBeNull();
});

test('cancelling at Discord is shown, with a retry', desktopOnly, async ({ page }) => {
  await openSettings(page, 'Cancela Discord');
  await connectButton(page).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(pageHeading(page, 'Conexão cancelada')).toBeVisible();
  await expect(page).toHaveURL('/discord/callback');
  await expectAccessible(page);
  await connectButton(page).click();
  await consentAs(page, uniqueText('conta'));
  await expect(pageHeading(page, 'Discord conectado')).toBeVisible();
});
