import type { Page } from '@playwright/test';
import { confirmIdentity } from '../../support/confirmations.ts';
import {
  createSellerWithService,
  moveOrder,
  openOrderMenu,
  orderCard,
  placeOrder,
  signInElsewhere,
} from '../../support/orders.ts';
import { asPerson, signInAs, TEAM_EMAIL } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

const alertDialogNamed = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const historyDialog = (page: Page) => page.getByRole('dialog', { name: 'Histórico do pedido' });
const openHistory = (page: Page, code: string) =>
  page.getByRole('button', { name: `Histórico do pedido ${code}` }).click();

/** The person of the page orders from a seller that is created through the API. */
async function openOrder(page: Page, title: string, isPaid: boolean) {
  const { seller, serviceId } = await createSellerWithService(page.request, title);
  const buyer = await signInAs(page, 'Compra de Tudo');
  return {
    seller,
    buyer,
    serviceId,
    bought: await placeOrder(page.request, buyer, serviceId, isPaid),
  };
}

test('the buyer cancels an unpaid order once', desktopOnly, async ({ page }) => {
  const { bought, serviceId } = await openOrder(page, 'Desisto a tempo', false);
  const code = bought.purchaseCode;
  await page.goto('/sales?aba=compras');
  const card = orderCard(page, code);
  await expect(card.getByText('Você tem para pagar:')).toBeVisible();
  await expect(card.getByTestId('order-deadline').locator('time')).toHaveText(/^(1 h|\d\d:\d\d)$/);
  const cancelItem = page.getByRole('menuitem', { name: 'Cancelar pedido' });
  await openOrderMenu(card);
  await cancelItem.click();
  await expect(alertDialogNamed(page, 'Cancelar pedido')).toContainText('nada é cobrado');
  await expectAccessible(page);
  await alertDialogNamed(page, 'Cancelar pedido')
    .getByRole('button', { name: 'Manter pedido' })
    .click();
  await expect(alertDialogNamed(page, 'Cancelar pedido')).toBeHidden();
  await expect(card.getByRole('button', { name: /^Mais ações/ })).toBeFocused();
  await openOrderMenu(card);
  await cancelItem.click();
  await alertDialogNamed(page, 'Cancelar pedido')
    .getByRole('button', { name: 'Cancelar pedido' })
    .dblclick();
  await expect(toastOf(page)).toContainText('Pedido cancelado');
  await expect(page).toHaveURL('/sales?aba=compras');
  await expect(card).toBeHidden();
  await page.getByText('Canceladas, desfeitas e reembolsadas').click();
  await expect(card).toContainText('Cancelado por você');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Canceladas', exact: true }).click();
  await expect(page).toHaveURL('/sales?aba=compras&status=cancelled');
  await expect(card).toBeVisible();
  await page.getByRole('link', { name: 'Aguardando início', exact: true }).click();
  await expect(page.getByText('Nenhum pedido espera o início.')).toBeVisible();
  await page.goto(`/success?payment=${bought.id}`);
  await expect(page.getByText('Você cancelou o pedido e nada foi cobrado.')).toBeVisible();
  await page.getByRole('link', { name: 'Tentar comprar de novo' }).click();
  await expect(page).toHaveURL(`/service/${serviceId}`);
});

test(
  'an order’s page updates itself when the time to pay is over',
  desktopOnly,
  async ({ page }) => {
    const { bought } = await openOrder(page, 'Fora do prazo', false);
    let isDeadlinePassed = false;
    await page.route('**/api/payments?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const now = new Date().toISOString();
      for (const payment of body.payments) {
        payment.expiresAt = isDeadlinePassed ? null : new Date(Date.now() + 3_000).toISOString();
        if (!isDeadlinePassed) continue;
        payment.createdAt = new Date(Date.now() - 3_660_000).toISOString();
        payment.serviceStatus = 'cancelled';
        payment.checkoutUrl = null;
        payment.steps.push({ status: 'cancelled', at: now, by: 'system' });
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/sales?aba=compras');
    await expect(
      orderCard(page, bought.purchaseCode).getByTestId('order-deadline').locator('time'),
    ).toHaveText(/^00:0\d$/);
    isDeadlinePassed = true;
    await page.getByText('Canceladas, desfeitas e reembolsadas').click();
    await expect(orderCard(page, bought.purchaseCode)).toContainText(
      'Cancelado por falta de pagamento',
    );
    // The other list may still be on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test('the seller refunds an order before the start', desktopOnly, async ({ page, browser }) => {
  const { seller, bought } = await openOrder(page, 'Hoje não dá', true);
  const code = bought.purchaseCode;
  const sellerDevice = await signInElsewhere(browser, seller.name, seller.email);
  await sellerDevice.page.goto('/sales');
  const saleCard = orderCard(sellerDevice.page, code);
  await expect(saleCard.getByText('Você tem para começar:')).toBeVisible();
  await expect(saleCard.getByTestId('order-deadline').locator('time')).toHaveText('7 dias');
  await openOrderMenu(saleCard);
  await sellerDevice.page.getByRole('menuitem', { name: 'Reembolsar' }).click();
  const confirmation = alertDialogNamed(sellerDevice.page, 'Reembolsar');
  await expect(confirmation).toContainText('O valor de R$ 45,00 volta para Compra de Tudo');
  await expectAccessible(sellerDevice.page);
  await confirmation.getByRole('button', { name: 'Reembolsar' }).dblclick();
  await expect(toastOf(sellerDevice.page)).toContainText('Pedido reembolsado');
  await expect(saleCard).toBeHidden();
  await sellerDevice.page.getByText('Desfeitas e reembolsadas', { exact: true }).last().click();
  await expect(saleCard).toContainText('Reembolsado por você');
  await sellerDevice.page.context().close();
  await page.goto(`/success?payment=${bought.id}`);
  await expect(page.getByText('Reembolsado por quem vende.')).toBeVisible();
  await page.goto('/sales?aba=compras&status=refunded');
  await openHistory(page, code);
  await expect(historyDialog(page).getByRole('listitem')).toHaveText([
    /Pedido feito por você$/,
    /Pagamento confirmado$/,
    /Reembolsado por quem vende$/,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/sales?aba=compras&status=refunded');
});

test(
  'the team refunds an order during the attendance',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/403/);
    const { seller, buyer, bought } = await openOrder(page, 'A equipe decide', true);
    await moveOrder(page.request, seller, bought.id, 'in_progress');
    await signInAs(page, 'Da Equipe', TEAM_EMAIL);
    await page.goto(`/sales?pedido=${bought.id}&acao=detalhes`);
    await historyDialog(page).getByRole('button', { name: 'Reembolsar' }).click();
    const refundDialog = page.getByRole('dialog', { name: 'Reembolsar' });
    await refundDialog.getByLabel('Motivo').fill('O atendimento não aconteceu.');
    await expectAccessible(page);
    await refundDialog.getByRole('button', { name: 'Reembolsar' }).click();
    await confirmIdentity(page, { name: 'Da Equipe', email: TEAM_EMAIL });
    await expect(toastOf(page)).toContainText('Pedido reembolsado');
    await expect(historyDialog(page)).toContainText('Reembolsado pela equipe');
    await expect(historyDialog(page).getByRole('button', { name: 'Reembolsar' })).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/sales');
    await signInAs(page, buyer.name, buyer.email);
    await page.goto(`/success?payment=${bought.id}`);
    await expect(page.getByText('Reembolsado pela equipe.')).toBeVisible();
  },
);

test('the seller answers a review once', phoneOnly, async ({ page, browser }) => {
  test.slow();
  const { seller, buyer, serviceId, bought } = await openOrder(page, 'Com resposta', true);
  for (const status of ['in_progress', 'complete'] as const) {
    await moveOrder(page.request, seller, bought.id, status);
  }
  const reviewResponse = await page.request.post(`/api/reviews/${serviceId}/${bought.id}/review`, {
    headers: asPerson(buyer),
    data: { title: 'Gostei', description: 'Voltaria.', rating: 4, recommend: true },
  });
  expect(reviewResponse.status()).toBe(201);
  const sellerDevice = await signInElsewhere(browser, seller.name, seller.email);
  await sellerDevice.page.goto('/sales');
  await orderCard(sellerDevice.page, bought.purchaseCode)
    .getByRole('button', { name: 'Ver avaliação' })
    .click();
  const reviewDialog = sellerDevice.page.getByRole('dialog', { name: 'Avaliação recebida' });
  await expect(reviewDialog).toContainText('Voltaria.');
  await reviewDialog.getByRole('button', { name: 'Responder' }).click();
  const answerField = reviewDialog.getByLabel('Sua resposta');
  await reviewDialog.getByRole('button', { name: 'Publicar resposta' }).click();
  await expect(reviewDialog.getByText('Resposta obrigatória')).toBeVisible();
  await answerField.fill('x'.repeat(501));
  await expect(reviewDialog.getByText('501/500')).toBeVisible();
  await expect(reviewDialog.getByText('Use no máximo 500 caracteres.')).toBeVisible();
  await expectAccessible(sellerDevice.page);
  await answerField.fill('Volte sempre!');
  await reviewDialog.getByRole('button', { name: 'Publicar resposta' }).dblclick();
  await expect(toastOf(sellerDevice.page)).toContainText('Resposta publicada');
  await expect(reviewDialog).toContainText('Volte sempre!');
  await expect(reviewDialog.getByRole('button', { name: 'Responder' })).toBeHidden();
  for (const path of [`/service/${serviceId}`, `/user/${seller.username}?aba=avaliacoes`]) {
    await page.goto(path);
    await expect(page.getByText('Resposta de quem vende')).toBeVisible();
    await expect(page.getByText('Volte sempre!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Responder' })).toBeHidden();
  }
  await expectAccessible(page);
  await sellerDevice.page.context().close();
});

test('the seller sees summary and income', async ({ page }) => {
  const { seller, bought } = await openOrder(page, 'Com gráfico', true);
  for (const status of ['in_progress', 'complete'] as const) {
    await moveOrder(page.request, seller, bought.id, status);
  }
  await signInAs(page, seller.name, seller.email);
  await page.goto('/sales');
  const figures = page.getByTestId('stat-list');
  await expect(figures).toContainText('R$ 40,50');
  await expect(figures).toContainText('Você costuma começar em');
  await page.getByRole('button', { name: '7 dias' }).click();
  await expect(page).toHaveURL('/sales?dias=7');
  // The chart of 30 days keeps its place and focus until the chart of 7 days is loaded.
  await expect(page.getByText('em 7 dias, já sem a taxa')).toBeVisible();
  await expect(figures).toContainText('Vendido em 7 dias');
  const daySlider = page.getByRole('slider', { name: 'Dia' });
  await daySlider.focus();
  await expect(daySlider).toHaveAttribute('aria-valuetext', /^\d\d\/\d\d: R\$ 40,50$/);
  await page.keyboard.press('ArrowLeft');
  await expect(daySlider).toHaveAttribute('aria-valuetext', /^\d\d\/\d\d: R\$ 0,00$/);
  await page.getByText('Ver em tabela').click();
  await expect(page.getByRole('row')).toHaveText(['DiaRecebido', /^\d\d\/\d\dR\$ 40,50$/]);
  await expectAccessible(page);
});

test(
  'a second click while a dialog closes does not reach what is behind it',
  phoneOnly,
  async ({ page }) => {
    const { bought } = await openOrder(page, 'Clique duplo', true);
    await page.goto('/sales?aba=compras');
    const card = orderCard(page, bought.purchaseCode);
    await card.getByRole('button', { name: 'Precisa de ajuda?' }).click();
    const helpDialog = page.getByRole('dialog', { name: 'Precisa de ajuda?' });
    const { x, y, width, height } = (await helpDialog
      .getByRole('button', { name: 'Cancelar' })
      .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(helpDialog).toBeHidden();
    // The second click must not hit the bottom bar below the dialog, which has a link to the home page.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page.waitForURL('/', { timeout: 2_000 })).rejects.toThrow();
    await expect(page).toHaveURL('/sales?aba=compras');
  },
);
