import { signInAs, signInOverApi } from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible } from '../../support/test.ts';
import { test } from '../../support/without-discord.ts';

const NO_CALLS_TEXT = 'A Guilda está sem ligações por enquanto';

test(
  'without Discord no page offers a call, the settings say why, and everything else works',
  desktopOnly,
  async ({ page }) => {
    const ana = await signInOverApi(page.request, 'Ana Liga');
    await page.goto(`/user/${ana.username}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Liga' })).toBeVisible();
    await expect(page.getByText('Indisponíveis por enquanto')).toBeVisible();
    await expect(page.getByLabel('Ligar para Ana Liga')).toHaveCount(0);

    await signInAs(page, 'Bia Escreve');
    await page.goto(`/user/${ana.username}`);
    await expect(page.getByLabel('Ligar para Ana Liga')).toHaveCount(0);
    await page.getByRole('link', { name: 'Conversar' }).click();
    const chat = page.getByRole('dialog', { name: 'Conversas' });
    const messageField = chat.getByRole('textbox');
    await messageField.fill('Oi, Ana!');
    await messageField.press('Enter');
    await expect(messageField).toHaveValue('');
    await expect(chat.getByText('Oi, Ana!').first()).toBeVisible();
    await expect(page.getByLabel('Ligar para Ana Liga')).toHaveCount(0);

    await page.goto('/user/settings/ligacoes');
    const calls = page.locator('#ligacoes');
    await expect(calls).toContainText(NO_CALLS_TEXT);
    await expect(calls.getByRole('switch')).toHaveCount(0);
    await page.goto('/user/settings/conta');
    await expect(page.locator('#conta')).toContainText(NO_CALLS_TEXT);
    await expect(page.getByRole('button', { name: 'Conectar Discord' })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto('/discord/callback?code=c&state=s');
    await expect(page.getByRole('heading', { name: 'Discord não conectado' })).toBeVisible();
    await expect(page.getByText(NO_CALLS_TEXT)).toBeVisible();
    await page.getByRole('link', { name: 'Ir para as configurações' }).click();
    await expect(page).toHaveURL('/user/settings/conta');
  },
);
