import type { Page } from '@playwright/test';
import { signInWithDiscord } from '../../support/calls.ts';
import { buyButton, buyWithoutDiscord, publishService } from '../../support/market.ts';
import {
  approvePayment,
  boardColumn,
  createSellerWithService,
  orderCard,
  pageTitle,
  placeOrder,
  purchasesOf,
  signInElsewhere,
} from '../../support/orders.ts';
import { signInAs, signInOverApi, signInThroughPopup } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

async function openCheckout(page: Page, serviceId: string) {
  await page.goto(`/service/${serviceId}`);
  await buyWithoutDiscord(page);
  await expect(pageTitle(page, 'Pagamento')).toBeVisible();
  // Before its styles are loaded, the page shows the buttons of all payment methods.
  await page.waitForLoadState();
}

test('a service is bought, started, completed and reviewed', async ({ page, browser }) => {
  test.slow();
  const seller = await signInElsewhere(browser, 'Vende Com Calma');
  const { id: serviceId } = await publishService(seller.page.request, seller.person, {
    title: 'Treino da história toda',
    price: '45.50',
  });
  const buyer = await signInAs(page, 'Compra Com Gosto');

  await openCheckout(page, serviceId);
  await page.getByRole('button', { name: 'Simular pagamento aprovado' }).click();
  await expect(page).toHaveURL(/\/success\?payment=/);
  await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  await expect(page.getByText('Agora é com Vende Com Calma')).toBeVisible();
  const [{ purchaseCode } = { purchaseCode: '' }] = await purchasesOf(page.request, buyer);
  await expect(page.getByText(purchaseCode, { exact: true })).toBeVisible();
  await expectAccessible(page);

  await seller.page.goto('/sales');
  const saleCard = orderCard(seller.page, purchaseCode);
  await expect(boardColumn(seller.page, 'Na fila').filter({ has: saleCard })).toBeVisible();
  await saleCard.getByRole('button', { name: 'Iniciar atendimento' }).click();
  const startDialog = seller.page.getByRole('dialog', { name: 'Iniciar atendimento' });
  await expect(startDialog).toContainText(purchaseCode);
  await expectAccessible(seller.page);
  await startDialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
  await expect(startDialog).toBeHidden();
  await expect(seller.page).toHaveURL(`/sales?conversa=${buyer.uid}`);
  await seller.page.goBack();
  await expect(boardColumn(seller.page, 'Em atendimento').filter({ has: saleCard })).toBeVisible();
  await expect(saleCard.getByRole('timer')).toHaveText(/^00:\d\d$/);

  await page.getByRole('link', { name: 'Ver minhas compras' }).click();
  await expect(page).toHaveURL('/sales?aba=compras');
  const purchaseCard = orderCard(page, purchaseCode);
  await expect(purchaseCard.getByText('Em atendimento')).toBeVisible();
  await expect(purchaseCard.getByRole('timer')).toBeVisible();
  await purchaseCard.getByRole('button', { name: 'Confirmar que recebi' }).click();
  const completionDialog = page.getByRole('dialog', { name: 'Confirmar que recebi' });
  await expect(completionDialog).toContainText('você pode avaliar o serviço');
  await completionDialog.getByRole('button', { name: 'Confirmar que recebi', exact: true }).click();
  await expect(boardColumn(page, 'Concluídas').filter({ has: purchaseCard })).toBeVisible();

  await purchaseCard.getByRole('button', { name: 'Avaliar' }).click();
  const reviewDialog = page.getByRole('dialog', { name: 'Avaliar' });
  await reviewDialog.locator('label').filter({ hasText: '4 de 5' }).click();
  await reviewDialog.getByLabel('Título').fill('Voltei a acertar');
  await reviewDialog.getByLabel('Descrição').fill('Paciência de sobra.');
  await reviewDialog.getByRole('button', { name: 'Enviar avaliação' }).click();
  await expect(toastOf(page)).toContainText('Avaliação enviada');
  await expect(purchaseCard.getByRole('img', { name: '4 de 5' })).toBeVisible();
  await expect(purchaseCard.getByRole('button', { name: 'Avaliar' })).toBeHidden();
  await purchaseCard.getByRole('link', { name: 'Treino da história toda' }).click();
  await expect(page.getByRole('heading', { name: 'Voltei a acertar' })).toBeVisible();

  await seller.page.reload();
  await expect(saleCard.getByRole('img', { name: '4 de 5' })).toBeVisible();
  await expect(seller.page.getByTestId('stat-list')).toContainText('R$ 40,95');
  await expectAccessible(seller.page);
  await seller.page.getByRole('tab', { name: 'Carteira' }).click();
  await expect(seller.page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  await expect(seller.page.getByText('− R$ 4,55')).toBeVisible();
  await seller.page.context().close();
});

test(
  'the confirmation page polls until the payment is confirmed',
  desktopOnly,
  async ({ page }) => {
    const { serviceId } = await createSellerWithService(page.request, 'Espera por Pix');
    const buyer = await signInAs(page, 'Paga Daqui a Pouco');
    const { id, checkoutUrl } = await placeOrder(page.request, buyer, serviceId, false);
    await page.goto(`/success?payment=${id}`);
    await expect(pageTitle(page, 'Aguardando o pagamento.')).toBeVisible();
    const backToPaymentLink = page.getByRole('link', { name: 'Voltar ao pagamento' });
    await expect(backToPaymentLink).toHaveAttribute('href', checkoutUrl ?? '');
    await expectAccessible(page);
    await approvePayment(page.request, checkoutUrl ?? '');
    await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  },
);

test(
  'the confirmation page shows that it is offline and catches up',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/);
    const { serviceId } = await createSellerWithService(page.request, 'Sem sinal');
    const buyer = await signInAs(page, 'Perde o Sinal');
    const { id, checkoutUrl } = await placeOrder(page.request, buyer, serviceId, false);
    await page.goto(`/success?payment=${id}`);
    await expect(pageTitle(page, 'Aguardando o pagamento.')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('O status se atualiza quando a conexão voltar.')).toBeVisible();
    await approvePayment(page.request, checkoutUrl ?? '');
    await expect(pageTitle(page, 'Aguardando o pagamento.')).toBeVisible();
    await context.setOffline(false);
    await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  },
);

test(
  'an unfinished payment is continued; a declined card is shown, another is approved',
  desktopOnly,
  async ({ page }) => {
    const { serviceId } = await createSellerWithService(page.request, 'Volta e paga');
    await signInAs(page, 'Muda de Ideia');
    await openCheckout(page, serviceId);
    const address = page.url();
    await page.getByRole('link', { name: 'Voltar para a Guilda sem pagar' }).click();
    await page.getByRole('link', { name: 'Voltar ao pagamento' }).click();
    await expect(page).toHaveURL(address);
    await page.goto('/sales?aba=compras');
    await page.getByRole('link', { name: 'Pagar' }).click();
    await expect(page).toHaveURL(address);
    await page.waitForLoadState();
    const payByCard = async (cardNumber: string) => {
      await page.getByText('Cartão', { exact: true }).first().click();
      await page.getByLabel('Número do cartão').fill(cardNumber);
      await page.getByLabel('Nome no cartão').fill('Muda de Ideia');
      await page.getByLabel('Validade').fill('12/39');
      await page.getByLabel('CVV').fill('123');
      await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    };
    await payByCard('4000 0000 0000 0002');
    await expect(page.getByRole('alert')).toContainText('Pagamento recusado.');
    await payByCard('4242 4242 4242 4242');
    await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  },
);

test('a free service needs no payment and can be ordered again', desktopOnly, async ({ page }) => {
  const { serviceId } = await createSellerWithService(page.request, 'De graça', '0');
  const buyer = await signInWithDiscord(page, 'Nada a Pagar');
  for (const count of [1, 2]) {
    await page.goto(`/service/${serviceId}`);
    await buyButton(page).dblclick();
    await expect(page).toHaveURL(/\/success\?payment=/);
    await expect(pageTitle(page, 'Pedido confirmado.')).toBeVisible();
    await expect(page.getByText('Agora é com Vende Com Calma')).toBeVisible();
    expect(await purchasesOf(page.request, buyer)).toHaveLength(count);
  }
});

test('a visitor signs in first and comes back', desktopOnly, async ({ page }) => {
  const { serviceId } = await createSellerWithService(page.request, 'Só com conta');
  await page.goto(`/service/${serviceId}`);
  await buyButton(page).click();
  await expect(page).toHaveURL('/login');
  const { name, email } = await signInOverApi(page.request, 'Volta Aqui');
  await signInThroughPopup(page, name, email);
  await expect(page).toHaveURL(`/service/${serviceId}`);
  // The page leaves the app, which would otherwise send requests as the signed-out person.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
  for (const path of ['/sales', '/success?payment=nada']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});

test('confetti falls once for three seconds', phoneOnly, async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  const { serviceId } = await createSellerWithService(page.request, 'Com confete');
  await signInAs(page, 'Gosta de Festa');
  await openCheckout(page, serviceId);
  // Waited for from now on, because it may be over before the title was looked at.
  const firstPiece = page.getByTestId('confetti').locator('i').first();
  const confettiFalls = firstPiece.waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Simular pagamento aprovado' }).click();
  await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  await confettiFalls;
  await expect(page.getByTestId('confetti')).toHaveCount(0);
  await page.reload();
  await expect(pageTitle(page, 'Pagamento confirmado.')).toBeVisible();
  await expect(page.getByTestId('confetti')).toHaveCount(0);
  await context.close();
});

test('the actions of an order fit a narrow phone', phoneOnly, async ({ page }) => {
  const { serviceId } = await createSellerWithService(page.request, 'Cabe no bolso');
  const buyer = await signInAs(page, 'Tela Estreita');
  const { purchaseCode } = await placeOrder(page.request, buyer, serviceId, false);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/sales?aba=compras');
  const card = orderCard(page, purchaseCode);
  await expect(card.getByRole('button', { name: /^Mais ações do pedido/ })).toBeVisible();
  const chatLinkBox = await card.getByRole('link', { name: /^Conversar com/ }).boundingBox();
  expect((chatLinkBox?.x ?? 0) + (chatLinkBox?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
