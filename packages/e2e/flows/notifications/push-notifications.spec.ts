import { fullBrowserOptions } from '../../support/chromium.ts';
import {
  clickNotification,
  deliverPush,
  listShownNotifications,
  subscribeOffline,
} from '../../support/push.ts';
import { deliverySection, openDeliverySettings } from '../../support/settings.ts';
import { desktopOnly, expect, test, toastOf } from '../../support/test.ts';

test.use({ launchOptions: fullBrowserOptions(), serviceWorkers: 'allow' });

test(
  'push notifications are turned on, tested and shown, and end with the session',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/503/);
    await context.grantPermissions(['notifications']);
    await subscribeOffline(page);
    await openDeliverySettings(page, 'Avisos Ligados');
    const subscriptionResponse = page.waitForResponse('**/api/push/subscriptions');
    await page.getByRole('button', { name: 'Ativar avisos neste aparelho' }).click();
    expect((await subscriptionResponse).status()).toBe(204);
    await expect(deliverySection(page)).toContainText('Os avisos chegam a este aparelho');

    const testButton = page.getByRole('button', { name: 'Enviar aviso de teste' });
    await page.route('**/api/push/test', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await testButton.click();
    await expect(deliverySection(page).getByRole('status')).toHaveText(/^Enviado\./);
    const unavailableError = { message: 'Os avisos do navegador estão indisponíveis no momento.' };
    await page.route('**/api/push/test', (route) =>
      route.fulfill({ status: 503, json: unavailableError }),
    );
    await testButton.click();
    await expect(toastOf(page)).toContainText(unavailableError.message);

    const tag = 'messages:1';
    await deliverPush(page, { title: 'Bia', body: 'Bora?', url: '/?conversa=1', tag });
    await expect.poll(() => listShownNotifications(page)).toHaveLength(1);
    await deliverPush(page, { title: 'Bia', body: 'Cadê?', url: 'https://evil.example/', tag });
    const siteOrigin = new URL('/', page.url()).origin;
    await expect
      .poll(() => listShownNotifications(page))
      .toEqual([{ title: 'Bia', body: 'Cadê?', tag, url: siteOrigin }]);

    // A click leads to the address without loading the page anew.
    await deliverPush(page, { title: 'Bia', body: 'Olha', url: '/termos?a=1', tag });
    await expect.poll(async () => (await listShownNotifications(page))[0]?.body).toBe('Olha');
    const loadTime = await page.evaluate(() => performance.timeOrigin);
    await clickNotification(page);
    await expect(page).toHaveURL('/termos?a=1');
    await expect.poll(() => listShownNotifications(page)).toEqual([]);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadTime);
    await page.goBack();
    await expect(deliverySection(page)).toBeVisible();

    // Each visit restores a subscription that the server may have lost.
    const subscriptionRequest = page.waitForRequest('**/api/push/subscriptions');
    await page.reload();
    expect((await subscriptionRequest).method()).toBe('PUT');
    await expect(deliverySection(page)).toContainText('Os avisos chegam a este aparelho');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/');
    const isUnsubscribed = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.pushManager.getSubscription()) === null;
      });
    await expect.poll(isUnsubscribed).toBe(true);
    await expect.poll(() => listShownNotifications(page)).toEqual([]);
  },
);
