import type { Page, Route } from '@playwright/test';
import { signInWithDiscord } from '../../support/calls.ts';
import { buyButton } from '../../support/market.ts';
import { createSellerWithService, pageTitle, purchasesOf } from '../../support/orders.ts';
import { desktopOnly, expect, test, toastOf } from '../../support/test.ts';

/* A purchase that is repeated, or whose answer is lost or refused, leads to one order. */

/** The link that replaces the buy button once an unpaid order of the service exists. */
const continueLink = (page: Page) =>
  page.getByRole('link', { name: 'Continuar pagamento' }).filter({ visible: true });

test(
  'a double click, a reload and a second tab lead to one order',
  desktopOnly,
  async ({ page, context }) => {
    const { serviceId } = await createSellerWithService(page.request, 'Uma vez só');
    const buyer = await signInWithDiscord(page, 'Clica Demais');
    await page.goto(`/service/${serviceId}`);
    const otherTab = await context.newPage();
    await otherTab.goto(`/service/${serviceId}`);
    // Once the faster tab has ordered, the slower tab may show a link to the payment in place of the buy button.
    const pressBuyTwice = (tab: Page) => buyButton(tab).or(continueLink(tab)).dblclick();
    await Promise.all([pressBuyTwice(page), pressBuyTwice(otherTab)]);
    await expect(pageTitle(page, 'Pagamento')).toBeVisible();
    await expect(pageTitle(otherTab, 'Pagamento')).toBeVisible();
    expect(otherTab.url()).toBe(page.url());
    await otherTab.goto(`/service/${serviceId}`);
    await continueLink(otherTab).click();
    await expect(otherTab).toHaveURL(page.url());
    await page.getByRole('button', { name: 'Simular pagamento aprovado' }).click();
    await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
    expect(await purchasesOf(page.request, buyer)).toHaveLength(1);
  },
);

test('a lost answer leads to one order', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED|404/);
  const { serviceId } = await createSellerWithService(page.request, 'Resposta perdida');
  const buyer = await signInWithDiscord(page, 'Rede Ruim');
  const loseAnswer = async (route: Route) => {
    // After a lost answer the page sends a GET to the same URL, which fails with 404, to detect an ad blocker.
    if (route.request().method() === 'GET') return route.fulfill({ status: 404 });
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/payments/checkout', loseAnswer);
  await page.goto(`/service/${serviceId}`);
  await buyButton(page).click();
  await expect(toastOf(page)).toContainText('Algo deu errado...');
  await page.unroute('**/api/payments/checkout');
  await page.reload();
  await continueLink(page).click();
  await expect(pageTitle(page, 'Pagamento')).toBeVisible();
  expect(await purchasesOf(page.request, buyer)).toHaveLength(1);
});

test(
  'a refusal is shown and the button stays usable, also after Back from the checkout',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const { serviceId } = await createSellerWithService(page.request, 'Vai e volta');
    const buyer = await signInWithDiscord(page, 'Vai e Volta');
    const text = 'O pagamento está indisponível no momento. Tente novamente em instantes.';
    const json = { error: text, message: text, code: 'payment_unavailable', requestId: 'x' };
    await page.route('**/api/payments/checkout', (route) => route.fulfill({ status: 503, json }));
    await page.goto(`/service/${serviceId}`);
    await buyButton(page).click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(toastOf(page)).toContainText(text);
    await expect(buyButton(page)).not.toHaveAttribute('aria-busy');
    await page.unroute('**/api/payments/checkout');

    await buyButton(page).click();
    await expect(pageTitle(page, 'Pagamento')).toBeVisible();
    const address = page.url();
    await page.goBack();
    await continueLink(page).click();
    await expect(page).toHaveURL(address);
    expect(await purchasesOf(page.request, buyer)).toHaveLength(1);
  },
);
