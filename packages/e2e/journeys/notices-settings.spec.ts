import type { Page } from '@playwright/test';
import { signInAs } from '../support/people.ts';
import { deliverPush, shownNotices, subscribeOffline } from '../support/push.ts';
import { desktopOnly, expect, expectAccessible, test, toastOf } from '../support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Avisos', exact: true });
const choice = (page: Page, name: string) => section(page).getByRole('switch', { name });

async function openNotices(page: Page, name: string) {
  const person = await signInAs(page, name);
  await page.goto('/user/settings#avisos');
  await expect(choice(page, 'Mensagens no navegador')).toBeChecked();
  return person;
}

const saved = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/notifications/settings') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  );

test('what is chosen stays chosen, on every visit', desktopOnly, async ({ page }) => {
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
});

test('a choice that cannot be saved is taken back', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/503/);
  await openNotices(page, 'Avisos Sem Rede');
  await page.route('**/api/notifications/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'Serviço fora.' } })
      : route.fallback(),
  );
  await choice(page, 'Pedidos por e-mail').click();
  await expect(toastOf(page)).toContainText('Algo deu errado...Serviço fora.');
  await expect(choice(page, 'Pedidos por e-mail')).toBeChecked();
});

test(
  'notices are turned on, tried, shown and ended with the sign-in',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/503/);
    await context.grantPermissions(['notifications']);
    await subscribeOffline(page);
    await openNotices(page, 'Avisos Ligados');
    const subscribing = page.waitForResponse('**/api/push/subscriptions');
    await page.getByRole('button', { name: 'Ativar avisos neste aparelho' }).click();
    expect((await subscribing).status()).toBe(204);
    await expect(section(page)).toContainText('Os avisos chegam a este aparelho');

    const trial = page.getByRole('button', { name: 'Enviar aviso de teste' });
    await page.route('**/api/push/test', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await trial.click();
    await expect(section(page).getByRole('status')).toHaveText(/^Enviado\./);
    const away = { message: 'Os avisos do navegador estão indisponíveis no momento.' };
    await page.route('**/api/push/test', (route) => route.fulfill({ status: 503, json: away }));
    await trial.click();
    await expect(toastOf(page)).toContainText(away.message);

    const tag = 'messages:1';
    await deliverPush(page, { title: 'Bia', body: 'Bora?', url: '/?conversa=1', tag });
    await expect.poll(() => shownNotices(page)).toHaveLength(1);
    await deliverPush(page, { title: 'Bia', body: 'Cadê?', url: 'https://evil.example/', tag });
    const home = new URL('/', page.url()).origin;
    await expect
      .poll(() => shownNotices(page))
      .toEqual([{ title: 'Bia', body: 'Cadê?', tag, url: home }]);

    // Each visit makes good what the server may have forgotten.
    const healing = page.waitForRequest('**/api/push/subscriptions');
    await page.reload();
    expect((await healing).method()).toBe('PUT');
    await expect(section(page)).toContainText('Os avisos chegam a este aparelho');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    const left = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.pushManager.getSubscription()) === null;
      });
    await expect.poll(left).toBe(true);
  },
);

test('a browser that refuses says how to change that', desktopOnly, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await openNotices(page, 'Avisos Negados');
  await expect(section(page)).toContainText('Os avisos estão bloqueados neste navegador');
  await expect(page.getByRole('button', { name: 'Ativar avisos neste aparelho' })).toHaveCount(0);
});

test('a browser that knows no notices says so', desktopOnly, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await openNotices(page, 'Sem Avisos');
  await expect(section(page)).toContainText('Este navegador não recebe avisos');
});
