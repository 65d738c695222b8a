import type { Page } from '@playwright/test';
import {
  asPerson,
  chooseOtherAccount,
  freshEmail,
  signInAs,
  signInOverApi,
  signInThroughPopup,
} from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const signInButton = (page: Page) => page.getByRole('button', { name: 'Entrar com Google' });
const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const settingsTitle = 'Configurações de Conta';

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** Local storage keys of a session, which signing out removes. */
const sessionKeys = ['accessToken', 'guilda-state', 'refreshToken', 'uid'];

/** Presses the sign-in button and returns the popup of the provider. */
async function openPopup(page: Page): Promise<Page> {
  const popupPromise = page.waitForEvent('popup');
  await signInButton(page).click();
  return popupPromise;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
}

/**
 * Closes the provider's popup and then cancels in a second one, and expects that each attempt ends without a message.
 */
async function closePopups(page: Page): Promise<void> {
  const firstPopup = await openPopup(page);
  await expect(page.getByText('Continue na janela que se abriu.')).toBeVisible();
  await firstPopup.close();
  await expect(page.getByText('Usamos sua conta Google')).toBeVisible();
  await expect(signInButton(page)).toBeEnabled();

  const secondPopup = await openPopup(page);
  await secondPopup.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Usamos sua conta Google')).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
}

test(
  'a new account signs in through the last popup it opens, or through a redirect where popups are blocked',
  phoneOnly,
  async ({ page }) => {
    const seller = await signInOverApi(page.request, 'MiraFina77');
    await page.goto(`/user/${seller.username}`);
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(pageHeading(page, 'Puxe uma cadeira.')).toBeVisible();
    await expect(signInButton(page)).toBeEnabled();
    await expectAccessible(page);
    await closePopups(page);
    await openPopup(page);
    const email = freshEmail('nyx');
    await chooseOtherAccount(await openPopup(page), 'Nyx Suporte', email);
    await expect(pageHeading(page, settingsTitle)).toBeVisible();
    await expect(page).toHaveURL('/user/settings');
    await expect(page.getByText('Sua conta está pronta.')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    expect(await storedKeys(page)).toEqual(sessionKeys);
    await page.getByRole('link', { name: `Continuar para @${seller.username}` }).click();
    await expect(page).toHaveURL(`/user/${seller.username}`);

    // `/healthz` does not run the app: a page of the app that is still loading would react to the cleared storage.
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/user/settings/conta');
    await expect(page).toHaveURL('/login');
    await page.evaluate(() => {
      window.open = () => null;
    });
    await signInButton(page).click();
    await expect(pageHeading(page, 'Escolha uma conta')).toBeVisible();
    await chooseOtherAccount(page, 'Nyx Suporte', email);
    await expect(page).toHaveURL('/user/settings/conta');
    await expect(page.getByText(email)).toBeVisible();
  },
);

/** Opens the sign-in page while the server is down, and retries afterwards. */
async function retrySignIn(page: Page): Promise<void> {
  const error = 'Serviço temporariamente indisponível.';
  await page.route('/api/auth/config', (route) =>
    route.fulfill({ status: 503, json: { error, message: error, code: 'unavailable' } }),
  );
  await page.getByRole('link', { name: 'Login' }).click();
  const retryButton = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(retryButton).toBeVisible();
  await expect(page.getByText(error)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('/api/auth/config');
  await retryButton.click();
  await expect(signInButton(page)).toBeEnabled();
  await expectAccessible(page);
}

test(
  'an existing account returns to the page it came from, with query and hash',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const seller = await signInOverApi(page.request, 'MiraFina77');
    const email = freshEmail('volta');
    await signInOverApi(page.request, 'Volta Sempre', email);
    const startPath = `/user/${seller.username}?aba=avaliacoes`;
    await page.goto('/termos');
    await page.goto(startPath);
    await retrySignIn(page);
    await signInThroughPopup(page, 'Volta Sempre', email);
    await expect(page).toHaveURL(startPath);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(startPath);
    await page.goBack();
    await expect(page).toHaveURL('/termos');
    // The session ends only after the page has loaded: a loading page would go to the sign-in page by itself.
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    await page.waitForLoadState('networkidle');

    await page.evaluate(() => localStorage.clear());
    const guardedAddress = '/user/settings/dispositivos?x=1';
    await page.goto(guardedAddress);
    await expect(page).toHaveURL('/login');
    await signInThroughPopup(page, 'Volta Sempre', email);
    await expect(page).toHaveURL(guardedAddress);
    await expect(pageHeading(page, settingsTitle)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/termos');
  },
);

test(
  'signing out ends the session on the server and in every tab, also without a network',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    // Requests of the page that are still running when the session ends are refused.
    allowConsole(/401|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const { uid, refreshToken } = await signInAs(page, 'Duas Abas');
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    const otherTab = await context.newPage();
    await otherTab.goto('/user/settings');
    await expect(pageHeading(otherTab, settingsTitle)).toBeVisible();
    await page.goto('/termos');
    await page.evaluate(() => sessionStorage.setItem('rascunho', 'x'));
    const logoutResponse = page.waitForResponse('/api/auth/logout');
    await signOut(page);
    await expect(page).toHaveURL('/');
    expect((await logoutResponse).status()).toBe(204);
    const data = { uid, refreshToken };
    const answer = await page.request.post('/api/users/refresh-token', { data });
    expect(answer.status()).toBe(401);
    expect(await storedKeys(page)).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('rascunho'))).toBeNull();
    // Signing out keeps the answer to the consent question.
    expect(await page.evaluate(() => document.cookie)).toBe('guilda_consent=refused');
    await expect(otherTab).toHaveURL('/login');
    await otherTab.close();

    await signInAs(page, 'Sem Rede');
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await storedKeys(page)).toEqual([]);
  },
);

for (const lockSupport of ['with', 'without'] as const)
  test(
    `two tabs ${lockSupport} a way to take turns renew at once and stay signed in, with one new key for both`,
    desktopOnly,
    async ({ page, context, allowConsole }) => {
      allowConsole(/401/);
      if (lockSupport === 'without')
        await context.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, 'locks');
        });
      await signInAs(page, 'Duas Abas');
      const otherTab = await context.newPage();
      const issuedTokens: unknown[] = [];
      await context.route('/api/users/refresh-token', async (route) => {
        const response = await route.fetch();
        issuedTokens.push((await response.json()).refreshToken);
        await route.fulfill({ response });
      });
      for (let round = 0; round < 3; round += 1) {
        // Both tabs leave the app: a token refresh of the previous round that is still running in a tab would overwrite
        // the access token `expired`, which is stored below.
        await Promise.all([page.goto('/healthz'), otherTab.goto('/healthz')]);
        const tokenBefore = await page.evaluate(() => localStorage.getItem('refreshToken'));
        issuedTokens.length = 0;
        await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
        await Promise.all([page.goto('/user/settings'), otherTab.goto('/user/settings')]);
        for (const tab of [page, otherTab])
          await expect(pageHeading(tab, settingsTitle)).toBeVisible();
        const readRefreshToken = () => page.evaluate(() => localStorage.getItem('refreshToken'));
        await expect.poll(readRefreshToken).not.toBe(tokenBefore);
        await expect
          .poll(async () => new Set(issuedTokens))
          .toEqual(new Set([await readRefreshToken()]));
      }
      const sessionsResponse = await page.request.get('/api/users/me/sessions', {
        headers: asPerson({
          accessToken: (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '',
        }),
      });
      expect((await sessionsResponse.json()).sessions).toMatchObject([{ current: true }]);
    },
  );

test(
  'leaving a page during the renewal keeps the session, “Token não fornecido.” leads to the login',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401|Failed to fetch/);
    await signInAs(page, 'Apressada');
    await page.goto('/user/settings');
    await expect(pageHeading(page, settingsTitle)).toBeVisible();
    for (const path of ['/termos', '/sales', '/']) {
      await page.route('/api/users/refresh-token', () => undefined);
      const refreshRequest = page.waitForRequest('/api/users/refresh-token');
      await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
      await page.reload({ waitUntil: 'commit' });
      await refreshRequest;
      await page.unroute('/api/users/refresh-token');
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
      // Waits for the end of the running token refresh, which would overwrite the `expired` token of the next round.
      const readAccessToken = () => page.evaluate(() => localStorage.getItem('accessToken'));
      await expect.poll(readAccessToken).not.toBe('expired');
    }

    await page.goto('/user/settings/ligacoes');
    const callsSwitch = page.getByRole('switch', { name: 'Deseja receber ligações?' });
    await expect(callsSwitch).toBeVisible();
    // Removal and click happen in one step, because any other request without a token also leads to the sign-in page.
    await callsSwitch.evaluate((button: HTMLElement) => {
      localStorage.removeItem('accessToken');
      button.click();
    });
    await expect(page).toHaveURL('/login');
    await expect(signInButton(page)).toBeEnabled();
  },
);
