import type { Page } from '@playwright/test';
import {
  asPerson,
  chooseOtherAccount,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

const enter = (page: Page) => page.getByRole('button', { name: 'Entrar com Google' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const settingsTitle = 'Configurações de Conta';

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** Local storage keys of a session, which signing out removes. */
const sessionKeys = ['accessToken', 'guilda-state', 'refreshToken', 'uid'];

test('the login page is accessible', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Puxe uma cadeira.')).toBeVisible();
  await expect(enter(page)).toBeEnabled();
  await expectAccessible(page);
});

test('a new account signs in by popup and is led to the settings', phoneOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'MiraFina77');
  await page.goto(`/user/${seller.username}`);
  await page.getByRole('link', { name: 'Login' }).click();
  const { email } = await signInThroughPopup(page, 'Nyx Suporte');
  await expect(heading(page, settingsTitle)).toBeVisible();
  await expect(page).toHaveURL('/user/settings');
  await expect(page.getByText('Sua conta está pronta.')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect(await storedKeys(page)).toEqual(sessionKeys);
  await page.getByRole('link', { name: 'Continuar' }).click();
  await expect(page).toHaveURL(`/user/${seller.username}`);
});

test('an existing account returns to the page it came from', desktopOnly, async ({ page }) => {
  const seller = await signInOverApi(page.request, 'MiraFina77');
  const email = freshEmail('volta');
  await signInOverApi(page.request, 'Volta Sempre', email);
  const origin = `/user/${seller.username}?aba=avaliacoes`;
  await page.goto('/termos');
  await page.goto(origin);
  await page.getByRole('link', { name: 'Login' }).click();
  await signInThroughPopup(page, 'Volta Sempre', email);
  await expect(page).toHaveURL(origin);
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(origin);
  await page.goBack();
  await expect(page).toHaveURL('/termos');
});

test(
  'a guarded page leads to the login and back, with query and hash',
  desktopOnly,
  async ({ page }) => {
    const email = freshEmail('guardada');
    await signInOverApi(page.request, 'Guardada', email);
    await page.goto('/termos');
    await page.goto('/user/settings?x=1#dispositivos');
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Guardada', email);
    await expect(page).toHaveURL('/user/settings?x=1#dispositivos');
    await expect(heading(page, settingsTitle)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/termos');
  },
);

test(
  'a closed popup ends the attempt silently; another popup starts a new one',
  desktopOnly,
  async ({ page }) => {
    await page.goto('/login');
    const press = async () => {
      const opening = page.waitForEvent('popup');
      await enter(page).click();
      return opening;
    };
    const closed = await press();
    await expect(page.getByText('Continue na janela que se abriu.')).toBeVisible();
    await closed.close();
    await expect(page.getByText('Usamos sua conta Google')).toBeVisible();
    await expect(enter(page)).toBeEnabled();

    const cancelled = await press();
    await cancelled.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByText('Usamos sua conta Google')).toBeVisible();
    await expect(toastOf(page)).toHaveCount(0);

    await press();
    await chooseOtherAccount(await press(), 'Segunda Janela', freshEmail('segunda'));
    await expect(page).toHaveURL('/user/settings');
  },
);

test(
  'a blocked popup becomes a full redirect that returns to the page',
  phoneOnly,
  async ({ page }) => {
    const email = freshEmail('bloqueada');
    await signInOverApi(page.request, 'Bloqueada', email);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/user/settings#conta');
    await expect(page).toHaveURL('/login');
    await enter(page).click();
    await expect(heading(page, 'Escolha uma conta')).toBeVisible();
    await chooseOtherAccount(page, 'Bloqueada', email);
    await expect(page).toHaveURL('/user/settings#conta');
    await expect(page.getByText(email)).toBeVisible();
  },
);

test(
  'provider and server errors are shown with a retry',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503|401/);
    const error = 'Serviço temporariamente indisponível.';
    let down = true;
    await page.route('/api/auth/config', (route) =>
      down
        ? route.fulfill({ status: 503, json: { error, message: error, code: 'unavailable' } })
        : route.continue(),
    );
    await page.goto('/login');
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await expect(again).toBeVisible();
    await expect(page.getByText(error)).toBeVisible();
    await expectAccessible(page);
    down = false;
    await again.click();
    await expect(enter(page)).toBeEnabled();

    const refusal = 'Não foi possível verificar sua conta.';
    await page.route('/api/auth/google', (route) =>
      route.fulfill({
        status: 401,
        json: { error: refusal, message: refusal, code: 'identity_rejected' },
      }),
    );
    await signInThroughPopup(page, 'Recusada');
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText(refusal);
    await expect(page).toHaveURL('/login');
    await expect(enter(page)).toBeEnabled();
  },
);

test(
  'the login redirects signed-in people; signing out revokes the session on the server',
  desktopOnly,
  async ({ page, allowConsole }) => {
    // What the page was still asking for is refused once the session is over.
    allowConsole(/401/);
    const { uid, refreshToken } = await signInAs(page, 'Revogada');
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    const revoked = page.waitForResponse('/api/auth/logout');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect((await revoked).status()).toBe(204);
    const answer = await page.request.post('/api/users/refresh-token', {
      data: { uid, refreshToken },
    });
    expect(answer.status()).toBe(401);
  },
);

test('signing out clears the session in every tab', desktopOnly, async ({ page, context }) => {
  await signInAs(page, 'Duas Abas');
  const other = await context.newPage();
  await other.goto('/user/settings');
  await expect(heading(other, settingsTitle)).toBeVisible();
  await page.goto('/termos');
  await page.evaluate(() => sessionStorage.setItem('rascunho', 'x'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedKeys(page)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('rascunho'))).toBeNull();
  // They are not asked again for having signed out.
  expect(await page.evaluate(() => document.cookie)).toBe('guilda_consent=refused');
  await expect(other).toHaveURL('/login');
});

test('signing out works offline', desktopOnly, async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await signInAs(page, 'Sem Rede');
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
});

test(
  'an expired token is renewed once for all pending requests',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401/);
    const seller = await signInOverApi(page.request, 'Quem Vende');
    await signInAs(page, 'Expirada');
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    const refreshes: string[] = [];
    const carried: (string | undefined)[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/users/refresh-token') refreshes.push(pathname);
      else if (pathname.startsWith('/api/')) carried.push(request.headers()['authorization']);
    });
    await page.goto(`/user/${seller.username}`);
    await expect
      .poll(() => carried.filter((header) => header !== 'Bearer expired').length)
      .toBeGreaterThan(2);
    const renewed = await page.evaluate(() => localStorage.getItem('accessToken'));
    expect(renewed).not.toBe('expired');
    expect(carried.filter((header) => header === 'Bearer expired').length).toBeGreaterThan(2);
    expect(new Set(carried)).toEqual(new Set(['Bearer expired', `Bearer ${renewed}`]));
    expect(refreshes).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  },
);

for (const locks of ['with', 'without'] as const)
  test(
    `two tabs ${locks} a way to take turns renew at once and stay signed in, with one new key for both`,
    desktopOnly,
    async ({ page, context, allowConsole }) => {
      allowConsole(/401/);
      if (locks === 'without')
        await context.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, 'locks');
        });
      await signInAs(page, 'Duas Abas');
      const other = await context.newPage();
      const given: unknown[] = [];
      await context.route('/api/users/refresh-token', async (route) => {
        const response = await route.fetch();
        given.push((await response.json()).refreshToken);
        await route.fulfill({ response });
      });
      for (let round = 0; round < 3; round += 1) {
        // A tab that is still about to keep what it was given in the round before would end this one's expiry.
        await Promise.all([page.goto('/healthz'), other.goto('/healthz')]);
        const before = await page.evaluate(() => localStorage.getItem('refreshToken'));
        given.length = 0;
        await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
        await Promise.all([page.goto('/user/settings'), other.goto('/user/settings')]);
        for (const tab of [page, other]) await expect(heading(tab, settingsTitle)).toBeVisible();
        const kept = () => page.evaluate(() => localStorage.getItem('refreshToken'));
        await expect.poll(kept).not.toBe(before);
        await expect.poll(async () => new Set(given)).toEqual(new Set([await kept()]));
      }
      const devices = await page.request.get('/api/users/me/sessions', {
        headers: asPerson({
          accessToken: (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '',
        }),
      });
      expect((await devices.json()).sessions).toMatchObject([{ current: true }]);
    },
  );

test(
  'leaving a page during the renewal keeps the session',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401|Failed to fetch/);
    await signInAs(page, 'Apressada');
    await page.goto('/user/settings');
    await expect(heading(page, settingsTitle)).toBeVisible();
    for (const path of ['/termos', '/sales', '/']) {
      await page.route('/api/users/refresh-token', () => undefined);
      const asking = page.waitForRequest('/api/users/refresh-token');
      await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
      await page.reload({ waitUntil: 'commit' });
      await asking;
      await page.unroute('/api/users/refresh-token');
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    }
  },
);

test(
  'a session that cannot be renewed leads to the login',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401/);
    await signInAs(page, 'Terminada');
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
      localStorage.setItem('refreshToken', 'revoked');
    });
    await page.goto('/user/settings');
    await expect(page).toHaveURL('/login');
    expect(await storedKeys(page)).toEqual([]);
    await expect(enter(page)).toBeEnabled();
  },
);

test('“Token não fornecido.” leads to the login', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/401/);
  await signInAs(page, 'Sem Token');
  await page.goto('/user/settings#ligacoes');
  const calls = page.getByRole('switch', { name: 'Deseja receber ligações?' });
  await expect(calls).toBeVisible();
  // At once: whatever else the page asks for without a token leads to the login as well.
  await calls.evaluate((button: HTMLElement) => {
    localStorage.removeItem('accessToken');
    button.click();
  });
  await expect(page).toHaveURL('/login');
  await expect(enter(page)).toBeEnabled();
});
