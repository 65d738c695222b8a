import type { Page, Request } from '@playwright/test';
import { asPerson, signInOverApi } from '../../support/people.ts';
import { openSettings, saveButton, usernameField } from '../../support/settings.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const bioField = (page: Page) => page.getByLabel('Bio');
const phraseField = (page: Page) => page.getByLabel('Frase de efeito');

const isPatch = (request: Request) =>
  request.method() === 'PATCH' && new URL(request.url()).pathname.startsWith('/api/users');

/** Field names of a multipart request. */
function fieldNames(request: Request): string[] {
  return [...(request.postData() ?? '').matchAll(/name="(\w+)"/g)].map(([, name]) => name ?? '');
}

test(
  'the settings show the account and its nearly full storage',
  phoneOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const GiB = 1024 ** 3;
    const fullStorage = { used: 19.2 * GiB, waiting: 0, limit: 20 * GiB, waitingLimit: 2 * GiB };
    await page.route('/api/users/me/storage', (route) => route.fulfill({ json: fullStorage }));
    const person = await openSettings(page, 'Nyx Suporte');
    await expect(page.getByText(person.email)).toBeVisible();
    const accountSection = page.getByRole('region', { name: 'Conta', exact: true });
    await expect(accountSection.getByText('19,2 GB de 20 GB')).toBeVisible();
    await expect(accountSection.getByText(/Quase cheio\. Apague/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Aparência' }).click();
    await expect(page).toHaveURL('/user/settings/aparencia');
    await expect(page.getByRole('radiogroup', { name: 'Tema' })).toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Seções' })).toBeHidden();
    await page.getByRole('link', { name: 'Todas as configurações' }).click();
    await expect(page).toHaveURL('/user/settings');
    expect((await page.goto('/user/settings/outra'))?.status()).toBe(404);
    await page.goto('/user/settings#dispositivos');
    await expect(page).toHaveURL('/user/settings/dispositivos');
    await expect(page.getByText('Este aparelho', { exact: true })).toBeVisible();
  },
);

test(
  'a profile is saved unless its username is taken, and leaving with unsaved changes asks first',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/409/);
    const usernameOwner = await signInOverApi(page.request, 'JaTemDona');
    const person = await openSettings(page, 'Quer Esse Nome');
    const accountSection = page.getByRole('region', { name: 'Conta', exact: true });
    await expect(accountSection.getByText('0 B de 20 GB')).toBeVisible();
    await bioField(page).fill('a'.repeat(151));
    await usernameField(page).fill(usernameOwner.username.toUpperCase());
    await saveButton(page).click();
    await expect(bioField(page)).toHaveAccessibleDescription(/Use no máximo 150 caracteres\./);
    await expectAccessible(page);
    await bioField(page).fill('');
    await saveButton(page).click();
    const text = 'Nome de usuário já está em uso.';
    await expect(toastOf(page)).toContainText(text);
    await expect(usernameField(page)).toHaveAccessibleDescription(new RegExp(text));
    await expect(usernameField(page)).toBeFocused();

    const homeLink = page.getByRole('link', { name: 'Guilda, início' });
    await homeLink.click();
    const dialog = page.getByRole('alertdialog', { name: 'Sair sem salvar?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(page).toHaveURL('/user/settings');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await bioField(page).fill('Jogo depois que a criança dorme.');
    const patchRequest = page.waitForRequest(isPatch);
    await saveButton(page).click();
    expect(fieldNames(await patchRequest)).toEqual(['bio']);
    await expect(toastOf(page)).toContainText('Perfil salvo');
    await phraseField(page).fill('Ainda não salvei.');
    await homeLink.click();
    await dialog.getByRole('button', { name: 'Sair sem salvar' }).click();
    await expect(page).toHaveURL('/');
    await page.goto(`/user/${person.username}`);
    await expect(page.getByText('Jogo depois que a criança dorme.')).toBeVisible();
  },
);

test(
  'settings of privacy, calls and theme are saved, and the session of another device can be ended',
  desktopOnly,
  async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const person = await openSettings(page, 'Discreta');
    await page.goto('/user/settings/privacidade');
    await page.getByText('Privado', { exact: true }).click();
    await expect(toastOf(page)).toContainText('Seu perfil agora é privado');
    const profileResponse = await request.get(`/user/${person.username}`);
    expect(await profileResponse.text()).toContain('Este perfil é privado.');
    await page.goto('/user/settings/ligacoes');
    const patchResponse = page.waitForResponse((response) => isPatch(response.request()));
    await page.getByRole('switch', { name: 'Deseja receber ligações?' }).click();
    expect((await patchResponse).ok()).toBe(true);

    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'papel');
    await page.goto('/user/settings/aparencia');
    await page.getByText('Escuro', { exact: true }).click();
    await expect(root).toHaveAttribute('data-theme', 'mesa');
    const secondSession = await signInOverApi(page.request, person.name, person.email);
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'mesa');
    await page.getByText('Do sistema').click();
    await expect(root).toHaveAttribute('data-theme', 'papel');
    await page.goto('/user/settings/privacidade');
    await expect(page.getByRole('radio', { name: /Privado/ })).toBeChecked();
    await page.goto('/user/settings/ligacoes');
    await expect(page.getByRole('switch', { name: 'Ligações Ativadas' })).toBeChecked();
    await page.goto('/user/settings/dispositivos');

    const devices = page.getByRole('region', { name: 'Aparelhos' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await devices
      .getByRole('listitem')
      .filter({ hasNotText: 'Este aparelho' })
      .getByRole('button', { name: 'Encerrar' })
      .click();
    await expect(toastOf(page)).toContainText('Sessão encerrada');
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    const answer = await page.request.get('/api/users/me', { headers: asPerson(secondSession) });
    expect(answer.status()).toBe(401);
    await devices.getByRole('button', { name: 'Encerrar' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  },
);
