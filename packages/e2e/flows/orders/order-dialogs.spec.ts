import type { Page } from '@playwright/test';
import {
  createSellerWithService,
  moveOrder,
  orderCard,
  placeOrder,
  signInElsewhere,
} from '../../support/orders.ts';
import { signInAs } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

type OrderStage = 'waiting' | 'running' | 'complete';

/** Signs a buyer in on this page and creates an order of theirs at this stage. */
async function createBoughtOrder(page: Page, title: string, stage: OrderStage) {
  const { seller, serviceId } = await createSellerWithService(page.request, title);
  const buyer = await signInAs(page, 'Compra Tudo');
  const purchase = await placeOrder(page.request, buyer, serviceId, true);
  if (stage !== 'waiting') await moveOrder(page.request, seller, purchase.id, 'in_progress');
  if (stage === 'complete') await moveOrder(page.request, seller, purchase.id, 'complete');
  return { seller, buyer, purchase, serviceId };
}

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });
const pressCardButton = (page: Page, code: string, name: string) =>
  orderCard(page, code).getByRole('button', { name }).click();

test(
  'the ticket leads to the support dialog; a failed request keeps the text',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const { purchase } = await createBoughtOrder(page, 'Do canhoto ao suporte', 'waiting');
    const json = { error: 'Fora', message: 'Fora', code: 'unavailable', requestId: 'x' };
    await page.route('**/email/send', (route) => route.fulfill({ status: 503, json }));
    await page.goto(`/success?payment=${purchase.id}`);
    const helpDialog = dialogNamed(page, 'Precisa de ajuda?');
    const supportLink = page.getByRole('link', { name: 'pedir suporte' });
    await supportLink.click();
    await expect(helpDialog).toContainText(purchase.purchaseCode);
    await page.keyboard.press('Escape');
    await expect(helpDialog).toBeHidden();
    await expect(page).toHaveURL('/sales?aba=compras');
    await page.goBack();
    await expect(page).toHaveURL(`/success?payment=${purchase.id}`);
    await supportLink.click();
    await helpDialog.getByLabel('Mensagem').fill('Alguém aí?');
    await helpDialog.getByRole('button', { name: 'Pedir suporte' }).click();
    await expect(toastOf(page)).toContainText('Failed to send support request');
    await expect(helpDialog.getByLabel('Mensagem')).toHaveValue('Alguém aí?');
  },
);

test(
  'the dialogs of an order and a board that failed to load are accessible',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/400/);
    const { seller, buyer, purchase, serviceId } = await createBoughtOrder(
      page,
      'Para olhar',
      'complete',
    );
    const startedOrder = await placeOrder(page.request, buyer, serviceId, true);
    await moveOrder(page.request, seller, startedOrder.id, 'in_progress');
    const waitingOrder = await placeOrder(page.request, buyer, serviceId, true);
    await page.goto('/sales?aba=compras');
    for (const [code, action, send] of [
      [waitingOrder.purchaseCode, 'Precisa de ajuda?', 'Pedir suporte'],
      [startedOrder.purchaseCode, 'Confirmar que recebi', null],
      [purchase.purchaseCode, 'Avaliar', 'Enviar avaliação'],
    ] as const) {
      await pressCardButton(page, code, action);
      await expect(dialogNamed(page, action)).toBeVisible();
      // Sending the empty form shows its error messages.
      if (send) await dialogNamed(page, action).getByRole('button', { name: send }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    const json = { error: 'Deu ruim', message: 'Deu ruim', code: 'x', requestId: 'x' };
    await page.route('**/api/payments?*', (route) => route.fulfill({ status: 400, json }));
    await page.goto('/sales');
    // While the board reloads, a skeleton fades in for a moment, so both checks are repeated until they pass.
    await expect(async () => {
      await expect(page.getByText('Deu ruim')).toBeVisible();
      await expectAccessible(page);
    }).toPass();
    await page.unroute('**/api/payments?*');
    await page.goto('/sales?aba=vendas');
    await expect(page.getByRole('heading', { name: 'Nenhuma venda por enquanto' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: /Compras/ }).click();
    await expect(page).toHaveTitle('Compras · Guilda');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await orderCard(page, waitingOrder.purchaseCode)
      .getByRole('button', { name: `Copiar código ${waitingOrder.purchaseCode}` })
      .click();
    await expect(toastOf(page)).toContainText('Código copiado');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      waitingOrder.purchaseCode,
    );
  },
);

test(
  'a dialog closes without effect by its button, Escape and Back',
  phoneOnly,
  async ({ page }) => {
    const { seller, purchase } = await createBoughtOrder(page, 'Ainda não', 'waiting');
    await signInAs(page, seller.name, seller.email);
    await page.goto('/termos');
    await page.goto('/sales');
    const startDialog = dialogNamed(page, 'Iniciar atendimento');
    const openButton = orderCard(page, purchase.purchaseCode).getByRole('button', {
      name: 'Iniciar atendimento',
    });
    const closeActions = [
      () => startDialog.getByRole('button', { name: 'Cancelar' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ];
    for (const closeDialog of closeActions) {
      await openButton.click();
      await expect(startDialog).toBeVisible();
      await closeDialog();
      await expect(startDialog).toBeHidden();
      await expect(page).toHaveURL('/sales');
      await expect(openButton).toBeFocused();
    }
    await page.goBack();
    await expect(page).toHaveURL('/termos');
  },
);

test('on a phone orders in progress come first', async ({ page }) => {
  const { purchase, buyer, serviceId } = await createBoughtOrder(
    page,
    'O vivo primeiro',
    'running',
  );
  await placeOrder(page.request, buyer, serviceId, true);
  await page.goto('/sales?aba=compras');
  await expect(orderCard(page, purchase.purchaseCode)).toBeVisible();
  const topOf = async (name: string) =>
    (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
  if (isPhone(page)) expect(await topOf('Em atendimento')).toBeLessThan(await topOf('Esperando'));
  else expect(await topOf('Em atendimento')).toBe(await topOf('Esperando'));
});

test(
  'only the buyer sees the confirmation page',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/404/);
    const { seller, purchase } = await createBoughtOrder(page, 'Só minha', 'waiting');
    await page.goto('/success');
    await expect(page).toHaveURL(`/success?payment=${purchase.id}`);
    await page.goto('/success?payment=nada');
    await expect(page.getByRole('heading', { name: 'Compra não encontrada' })).toBeVisible();
    await expectAccessible(page);
    const stranger = await signInElsewhere(browser, 'De Passagem');
    await stranger.page.goto('/success');
    await expect(
      stranger.page.getByRole('heading', { name: 'Nenhuma compra por enquanto' }),
    ).toBeVisible();
    await signInAs(stranger.page, seller.name, seller.email);
    await stranger.page.goto(`/success?payment=${purchase.id}`);
    await expect(stranger.page).toHaveURL('/sales');
    await stranger.page.context().close();
  },
);
