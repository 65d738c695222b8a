import type { APIRequestContext, Page } from '@playwright/test';
import { elsewhere, move, order, orderCard, sellerWithService } from '../support/orders.ts';
import { asPerson, type Person, signInAs } from '../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../support/test.ts';

type Stage = 'waiting' | 'running' | 'complete';

/** The person of the page has an order in this stage. */
async function bought(page: Page, title: string, stage: Stage) {
  const { seller, serviceId } = await sellerWithService(page.request, title);
  const buyer = await signInAs(page, 'Compra Tudo');
  const purchase = await order(page.request, buyer, serviceId, true);
  if (stage !== 'waiting') await move(page.request, seller, purchase.id, 'in_progress');
  if (stage === 'complete') await move(page.request, seller, purchase.id, 'complete');
  return { seller, buyer, purchase, serviceId };
}

async function stageOf(request: APIRequestContext, person: Person, id: string) {
  const answer = await request.get(`/api/payments/${id}`, { headers: asPerson(person) });
  return (await answer.json()).payment.serviceStatus;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, code: string, name: string) =>
  orderCard(page, code).getByRole('button', { name }).click();

test(
  'support can be requested before the start, in 120 characters',
  phoneOnly,
  async ({ page }) => {
    const { purchase } = await bought(page, 'Ninguém começou', 'waiting');
    await page.goto('/sales?aba=compras');
    await press(page, purchase.purchaseCode, 'Precisa de ajuda?');
    const help = dialog(page, 'Precisa de ajuda?');
    await expect(help).toContainText(purchase.purchaseCode);
    await help.getByRole('button', { name: 'Pedir suporte' }).click();
    await expect(help.getByText('Escreva sua mensagem.')).toBeVisible();
    await help.getByLabel('Mensagem').fill('x'.repeat(121));
    await expect(help.getByText('121/120')).toBeVisible();
    await help.getByRole('button', { name: 'Pedir suporte' }).click();
    await expect(help.getByText('Use no máximo 120 caracteres.')).toBeVisible();
    await expectAccessible(page);
    const message = 'Comprei faz 40 minutos e ainda não tive resposta.';
    await help.getByLabel('Mensagem').fill(message);
    const sending = page.waitForRequest('**/email/send');
    await help.getByRole('button', { name: 'Pedir suporte' }).dblclick();
    expect((await sending).postDataJSON()).toEqual({
      emailType: 'support',
      emailData: { purchaseCode: purchase.purchaseCode, userMessage: message },
    });
    await expect(toastOf(page)).toContainText('Suporte solicitado');
    await expect(toastOf(page)).toContainText('Nossa equipe entrará em contato em breve.');
    await expect(help).toBeHidden();
    await expect(page).toHaveURL('/sales?aba=compras');
  },
);

test(
  'the ticket leads to the support dialog; a failed request keeps the text',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/503/);
    const { purchase } = await bought(page, 'Do canhoto ao suporte', 'waiting');
    const json = { error: 'Fora', message: 'Fora', code: 'unavailable', requestId: 'x' };
    await page.route('**/email/send', (route) => route.fulfill({ status: 503, json }));
    await page.goto(`/success?payment=${purchase.id}`);
    const help = dialog(page, 'Precisa de ajuda?');
    const ask = page.getByRole('link', { name: 'pedir suporte' });
    await ask.click();
    await expect(help).toContainText(purchase.purchaseCode);
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(page).toHaveURL('/sales?aba=compras');
    await page.goBack();
    await expect(page).toHaveURL(`/success?payment=${purchase.id}`);
    await ask.click();
    await help.getByLabel('Mensagem').fill('Alguém aí?');
    await help.getByRole('button', { name: 'Pedir suporte' }).click();
    await expect(toastOf(page)).toContainText('Failed to send support request');
    await expect(help.getByLabel('Mensagem')).toHaveValue('Alguém aí?');
  },
);

for (const status of [201, 202, 204]) {
  test(
    `a support request that is answered with ${status} has failed`,
    desktopOnly,
    async ({ page }) => {
      const { purchase } = await bought(page, `Resposta ${status}`, 'waiting');
      const json = { id: purchase.id, code: 'SUP-1' };
      await page.route('**/email/send', (route) =>
        route.fulfill(status === 204 ? { status } : { status, json }),
      );
      await page.goto('/sales?aba=compras');
      await press(page, purchase.purchaseCode, 'Precisa de ajuda?');
      const help = dialog(page, 'Precisa de ajuda?');
      await help.getByLabel('Mensagem').fill('Alguém aí?');
      await help.getByRole('button', { name: 'Pedir suporte' }).click();
      await expect(toastOf(page)).toContainText('Failed to send support request');
      await expect(help.getByLabel('Mensagem')).toHaveValue('Alguém aí?');
    },
  );
}

test('a review is validated and given once', desktopOnly, async ({ page, allowConsole }) => {
  const { purchase, buyer, serviceId } = await bought(page, 'Para avaliar', 'complete');
  await page.goto('/sales?aba=compras');
  await press(page, purchase.purchaseCode, 'Avaliar');
  const review = dialog(page, 'Avaliar');
  await expect(review.getByRole('radio', { name: '5 de 5, Excelente' })).toBeChecked();
  await expect(review.getByRole('switch', { name: 'Recomendo este serviço' })).toBeChecked();
  await review.getByRole('button', { name: 'Enviar avaliação' }).click();
  await expect(review.getByText('Título da avaliação obrigatório')).toBeVisible();
  await expect(review.getByText('Descrição da avaliação obrigatória')).toBeVisible();
  await review.getByLabel('Título').fill('x'.repeat(101));
  await review.getByLabel('Descrição').fill('x'.repeat(501));
  await expect(review.getByText('Use no máximo 100 caracteres.')).toBeVisible();
  await expect(review.getByText('Use no máximo 500 caracteres.')).toBeVisible();
  await expectAccessible(page);
  await review.getByLabel('Título').fill('Dava para ser melhor');
  await review.getByLabel('Descrição').fill('Faltou tempo.');
  await review.locator('label').filter({ hasText: '2 de 5' }).click();
  await review.getByRole('switch').click();
  allowConsole(/ERR_FAILED/);
  // The second call may be lost: the server noted the review with the first.
  await page.route('**/update-payment', (route) => route.abort());
  const sending = page.waitForRequest('**/review');
  await review.getByRole('button', { name: 'Enviar avaliação' }).dblclick();
  expect((await sending).postDataJSON()).toEqual({
    title: 'Dava para ser melhor',
    description: 'Faltou tempo.',
    rating: 2,
    recommend: false,
    serviceId,
    userPhotoURL: null,
    username: buyer.username,
  });
  await expect(
    orderCard(page, purchase.purchaseCode).getByRole('img', { name: '2 de 5' }),
  ).toBeVisible();
  await page.goto(`/sales?aba=compras&pedido=${purchase.id}`);
  await expect(page).toHaveURL('/sales?aba=compras');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'a review whose answer was lost is not sent again',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|409/);
    const { purchase } = await bought(page, 'Resposta perdida da avaliação', 'complete');
    await page.goto('/sales?aba=compras');
    await press(page, purchase.purchaseCode, 'Avaliar');
    const review = dialog(page, 'Avaliar');
    await review.getByLabel('Título').fill('Valeu cada minuto');
    await review.getByLabel('Descrição').fill('Voltaria.');
    await page.route('**/review', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await review.getByRole('button', { name: 'Enviar avaliação' }).click();
    await expect(toastOf(page)).toContainText('Algo deu errado...');
    await expect(review.getByLabel('Título')).toHaveValue('Valeu cada minuto');
    await page.unroute('**/review');
    await review.getByRole('button', { name: 'Enviar avaliação' }).click();
    await expect(toastOf(page)).toContainText('Avaliação enviada');
    await expect(review).toBeHidden();
    await expect(
      orderCard(page, purchase.purchaseCode).getByRole('img', { name: '5 de 5' }),
    ).toBeVisible();
  },
);

test('the seller completes an attendance', desktopOnly, async ({ page }) => {
  const { seller, purchase } = await bought(page, 'Quem vende encerra', 'running');
  await signInAs(page, seller.name, seller.email);
  await page.goto('/sales');
  await press(page, purchase.purchaseCode, 'Finalizar atendimento');
  const ending = dialog(page, 'Finalizar atendimento');
  await expect(ending).toContainText('Confirme que entregou tudo o que a ficha promete.');
  await expect(ending.getByRole('timer')).toBeVisible();
  await expectAccessible(page);
  await ending.getByRole('button', { name: 'Finalizar', exact: true }).dblclick();
  await expect(ending).toBeHidden();
  await expect(orderCard(page, purchase.purchaseCode).getByText('Sem avaliação')).toBeVisible();
  expect(await stageOf(page.request, seller, purchase.id)).toBe('complete');
});

test(
  'a dialog closes without effect by its button, Escape and Back',
  phoneOnly,
  async ({ page }) => {
    const { seller, purchase } = await bought(page, 'Ainda não', 'waiting');
    await signInAs(page, seller.name, seller.email);
    await page.goto('/termos');
    await page.goto('/sales');
    const starting = dialog(page, 'Iniciar atendimento');
    const opener = orderCard(page, purchase.purchaseCode).getByRole('button', {
      name: 'Iniciar atendimento',
    });
    const ways = [
      () => starting.getByRole('button', { name: 'Cancelar' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ];
    for (const close of ways) {
      await opener.click();
      await expect(starting).toBeVisible();
      await close();
      await expect(starting).toBeHidden();
      await expect(page).toHaveURL('/sales');
      await expect(opener).toBeFocused();
    }
    await page.goBack();
    await expect(page).toHaveURL('/termos');
    expect(await stageOf(page.request, seller, purchase.id)).toBe('awaiting_start');
  },
);

test('a change by the other person is shown', desktopOnly, async ({ page, allowConsole }) => {
  allowConsole(/409/);
  const { seller, purchase } = await bought(page, 'Os dois ao mesmo tempo', 'running');
  await page.goto('/sales?aba=compras');
  await press(page, purchase.purchaseCode, 'Encerrar compra');
  await move(page.request, seller, purchase.id, 'complete');
  await dialog(page, 'Encerrar compra')
    .getByRole('button', { name: 'Encerrar', exact: true })
    .click();
  await expect(toastOf(page)).toContainText('Algo deu errado...');
  await expect(toastOf(page)).toContainText('Status do pedido não permite esta ação.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(
    orderCard(page, purchase.purchaseCode).getByRole('button', { name: 'Avaliar' }),
  ).toBeVisible();
});

test('the board polls while an order is open', desktopOnly, async ({ page }) => {
  const { seller, purchase } = await bought(page, 'Sem recarregar', 'waiting');
  await page.clock.install();
  await page.goto('/sales?aba=compras');
  await expect(orderCard(page, purchase.purchaseCode)).toContainText('Aguardando início');
  await move(page.request, seller, purchase.id, 'in_progress');
  await page.clock.fastForward(16_000);
  await expect(orderCard(page, purchase.purchaseCode).getByRole('timer')).toBeVisible();
});

test(
  'a failed board can be retried; tabs are kept in the URL and the code can be copied',
  desktopOnly,
  async ({ page, context, allowConsole }) => {
    allowConsole(/400/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { purchase } = await bought(page, 'Com código', 'waiting');
    const json = { error: 'Deu ruim', message: 'Deu ruim', code: 'x', requestId: 'x' };
    // The board also asks by itself; it is answered from the press on.
    await page.route('**/api/payments?*', async (route) => {
      if (await page.evaluate(() => 'pressed' in window)) await route.continue();
      else await route.fulfill({ status: 400, json });
    });
    await page.goto('/sales');
    // While it asks by itself it shows a skeleton that fades in, for a moment.
    await expect(async () => {
      await expect(page.getByText('Deu ruim')).toBeVisible();
      await expectAccessible(page);
    }).toPass();
    await page.evaluate(() => {
      const note = () => Reflect.set(window, 'pressed', true);
      document.addEventListener('click', note, { capture: true, once: true });
    });
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { name: 'Nenhuma venda por enquanto' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await expectAccessible(page);
    await page.getByRole('tab', { name: /Compras/ }).click();
    await expect(page).toHaveURL('/sales?aba=compras');
    await expect(page).toHaveTitle('Compras · Guilda');
    await page.reload();
    const card = orderCard(page, purchase.purchaseCode);
    await card.getByRole('button', { name: `Copiar código ${purchase.purchaseCode}` }).click();
    await expect(toastOf(page)).toContainText('Código copiado');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(purchase.purchaseCode);
    await page.getByRole('tab', { name: /Vendas/ }).click();
    await expect(page).toHaveURL('/sales');
  },
);

test('on a phone running orders come first', async ({ page }) => {
  const { purchase, buyer, serviceId } = await bought(page, 'O vivo primeiro', 'running');
  await order(page.request, buyer, serviceId, true);
  await page.goto('/sales?aba=compras');
  await expect(orderCard(page, purchase.purchaseCode)).toBeVisible();
  const top = async (name: string) =>
    (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
  if (isPhone(page)) expect(await top('Em atendimento')).toBeLessThan(await top('Na fila'));
  else expect(await top('Em atendimento')).toBe(await top('Na fila'));
});

test(
  'only the buyer sees the confirmation page',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(/404/);
    const { seller, purchase } = await bought(page, 'Só minha', 'waiting');
    await page.goto('/success');
    await expect(page).toHaveURL(`/success?payment=${purchase.id}`);
    await page.goto('/success?payment=nada');
    await expect(page.getByRole('heading', { name: 'Compra não encontrada' })).toBeVisible();
    await expectAccessible(page);
    const stranger = await elsewhere(browser, 'De Passagem');
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
