import type { Page, Request } from '@playwright/test';
import { asPerson, signInOverApi } from '../support/people.ts';
import { openSettings, save, username } from '../support/settings.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../support/test.ts';

const bio = (page: Page) => page.getByLabel('Bio');
const phrase = (page: Page) => page.getByLabel('Frase de efeito');

const isPatch = (request: Request) =>
  request.method() === 'PATCH' && new URL(request.url()).pathname.startsWith('/api/users');

/** Field names of a multipart request. */
function fieldNames(request: Request): string[] {
  return [...(request.postData() ?? '').matchAll(/name="(\w+)"/g)].map(([, name]) => name ?? '');
}

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('guilda-state') ?? 'null')?.state.user);

test('the settings show the account and are accessible', async ({ page }) => {
  const person = await openSettings(page, 'Nyx Suporte');
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByText('Não conectado')).toBeVisible();
  await expect(page.getByText('Precisa ser único e fica visível para todos.')).toBeVisible();
  await expect(page.getByText('Este aparelho', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Aparência' }).click();
  await expect(page.getByRole('group', { name: 'Tema' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Aparência' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('the account shows its used storage', async ({ page, allowConsole }) => {
  allowConsole(/503/);
  const storage = '/api/users/me/storage';
  let answer: { status: number; json: unknown } | null = { status: 503, json: {} };
  await page.route(storage, (route) => (answer ? route.fulfill(answer) : route.continue()));
  await openSettings(page, 'Guarda Tudo');
  const account = page.getByRole('region', { name: 'Conta', exact: true });
  await expect(account.getByRole('alert')).toBeVisible();
  answer = null;
  await account.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(account.getByText('0 B de 20 GB')).toBeVisible();
  const GiB = 1024 ** 3;
  const full = { used: 19.2 * GiB, waiting: 0, limit: 20 * GiB, waitingLimit: 2 * GiB };
  answer = { status: 200, json: full };
  await page.reload();
  await expect(account.getByText('19,2 GB de 20 GB')).toBeVisible();
  await expect(account.getByText(/Quase cheio\. Apague/)).toBeVisible();
  await expectAccessible(page);
});

test(
  'only changed fields are sent, and saving leads back to the first section',
  desktopOnly,
  async ({ page }) => {
    const person = await openSettings(page, 'Só o Que Mudou');
    await page.getByRole('link', { name: 'Conta', exact: true }).click();
    await bio(page).fill('Jogo depois que a criança dorme.');
    await expect(page.getByText('32/150')).toBeVisible();
    const sending = page.waitForRequest(isPatch);
    await save(page).click();
    expect(fieldNames(await sending)).toEqual(['bio']);
    await expect(toastOf(page)).toContainText('Perfil salvo');
    await expect(page.getByRole('link', { name: 'Perfil', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(page).toHaveURL('/user/settings');
    expect((await storedUser(page)).bio).toBe('Jogo depois que a criança dorme.');
    await page.goto(`/user/${person.username}`);
    await expect(page.getByText('Jogo depois que a criança dorme.')).toBeVisible();
  },
);

test(
  'nothing is sent without changes or with invalid fields; discarding restores the stored values',
  desktopOnly,
  async ({ page }) => {
    const person = await openSettings(page, 'Regras Claras');
    const patches: Request[] = [];
    page.on('request', (request) => isPatch(request) && patches.push(request));
    await save(page).click();
    await username(page).press('End');
    await username(page).pressSequentially('  ');
    await save(page).click();
    await expect(save(page)).toBeEnabled();
    expect(patches).toEqual([]);
    await expect(toastOf(page)).toHaveCount(0);

    const wrong: [string, string][] = [
      ['', 'Nome de usuário obrigatório'],
      ['Nyx', 'Nome de usário precisa ter no mínimo 6 letras.'],
      ['NyxNyxNyxNyxNyxNy', 'Nome de usuário precisa ter no máximo 16 letras.'],
      ['nyx nyx', 'Nome de usuário inválido.'],
    ];
    for (const [value, text] of wrong) {
      await username(page).fill(value);
      await save(page).click();
      await expect(username(page)).toHaveAccessibleDescription(new RegExp(text));
      await expect(username(page)).toHaveAttribute('aria-invalid', 'true');
    }
    await username(page).fill('NyxNyx');
    await bio(page).fill('a'.repeat(151));
    await save(page).click();
    await expect(bio(page)).toHaveAccessibleDescription(/Use no máximo 150 caracteres\./);
    expect(patches).toEqual([]);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(username(page)).toHaveValue(person.username);
    await page.getByRole('link', { name: 'Guilda, início' }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'a refused or failed save shows the reason and keeps the input',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/409|50[03]/);
    const other = await signInOverApi(page.request, 'JaTemDona');
    const person = await openSettings(page, 'Quer Esse Nome');
    await username(page).fill(other.username.toUpperCase());
    await save(page).click();
    const text = 'Nome de usuário já está em uso.';
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText(text);
    await expect(username(page)).toHaveAccessibleDescription(new RegExp(text));
    await expect(username(page)).toBeFocused();

    await username(page).fill(person.username);
    let body: Record<string, string> = {};
    await page.route(
      (url) => url.pathname === '/api/users/',
      (route) => route.fulfill({ status: 503, json: body }),
    );
    await phrase(page).fill('Suporte por vocação.');
    await save(page).click();
    await expect(toastOf(page)).toContainText('Ocorreu um erro inesperado.');
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    body = { error: 'Armazenamento indisponível.', message: 'Armazenamento indisponível.' };
    await save(page).click();
    await expect(toastOf(page)).toContainText('Armazenamento indisponível.');
    await expect(phrase(page)).toHaveValue('Suporte por vocação.');
  },
);

test(
  'while saving, the button is busy and ignores further presses',
  desktopOnly,
  async ({ page }) => {
    await openSettings(page, 'Uma Vez Só');
    const patches: Request[] = [];
    const held = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === '/api/users/',
      async (route) => {
        patches.push(route.request());
        await held.promise;
        await route.continue();
      },
    );
    await phrase(page).fill('Sem pressa.');
    await save(page).click();
    await expect(save(page)).toHaveAttribute('aria-busy', 'true');
    await save(page).click({ force: true });
    held.resolve();
    await expect(toastOf(page)).toContainText('Perfil salvo');
    expect(patches).toHaveLength(1);
  },
);

test(
  'the call switch shows its new state at once, also when saving fails',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    await openSettings(page, 'Pode Ligar');
    const callable = async () => (await storedUser(page)).canBeCalled;
    const toUsers = (url: URL) => url.pathname === '/api/users/';
    const held = Promise.withResolvers<void>();
    await page.route(toUsers, async (route) => {
      await held.promise;
      await route.continue();
    });
    const sending = page.waitForRequest(isPatch);
    await page.getByRole('switch', { name: 'Deseja receber ligações?' }).click();
    await expect(page.getByRole('switch', { name: 'Ligações Ativadas' })).toBeChecked();
    expect((await sending).postDataJSON()).toEqual({ canBeCalled: true });
    expect(await callable()).toBe(false);
    held.resolve();
    await expect.poll(callable).toBe(true);

    await page.unroute(toUsers);
    const message = 'Serviço temporariamente indisponível.';
    await page.route(toUsers, (route) =>
      route.fulfill({ status: 503, json: { error: message, message } }),
    );
    await page.getByRole('switch', { name: 'Ligações Ativadas' }).click();
    await expect(toastOf(page)).toContainText(message);
    await expect(page.getByRole('switch', { name: 'Deseja receber ligações?' })).not.toBeChecked();
    expect(await callable()).toBe(true);
  },
);

test(
  'the profile is made private; the theme follows the system until one is chosen',
  desktopOnly,
  async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const person = await openSettings(page, 'Discreta');
    await page.getByText('Privado', { exact: true }).click();
    await expect(toastOf(page)).toContainText('Seu perfil agora é privado');
    await expect(page.getByRole('radio', { name: /Privado/ })).toBeChecked();
    const visited = await request.get(`/user/${person.username}`);
    expect(await visited.text()).toContain('Este perfil é privado.');

    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'papel');
    await page.getByText('Mesa', { exact: true }).click();
    await expect(root).toHaveAttribute('data-theme', 'mesa');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'mesa');
    await page.getByText('Como no aparelho').click();
    await expect(root).toHaveAttribute('data-theme', 'papel');
  },
);

test('the session of another device can be ended', desktopOnly, async ({ page }) => {
  const person = await openSettings(page, 'Dois Aparelhos');
  const other = await signInOverApi(page.request, person.name, person.email);
  await page.reload();
  const devices = page.getByRole('region', { name: 'Dispositivos' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices
    .getByRole('listitem')
    .filter({ hasNotText: 'Este aparelho' })
    .getByRole('button', { name: 'Encerrar' })
    .click();
  await expect(toastOf(page)).toContainText('Sessão encerrada');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  const answer = await page.request.get('/api/users/me', { headers: asPerson(other) });
  expect(answer.status()).toBe(401);
  await devices.getByRole('button', { name: 'Encerrar' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('leaving with unsaved changes asks for confirmation', desktopOnly, async ({ page }) => {
  await openSettings(page, 'Quase Foi');
  await phrase(page).fill('Ainda não salvei.');
  const home = page.getByRole('link', { name: 'Guilda, início' });
  await home.click();
  const dialog = page.getByRole('alertdialog', { name: 'Sair sem salvar?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(phrase(page)).toHaveValue('Ainda não salvei.');
  await expect(page).toHaveURL('/user/settings');
  await home.click();
  await dialog.getByRole('button', { name: 'Sair sem salvar' }).click();
  await expect(page).toHaveURL('/');
});
