import {
  chatButton,
  chatPanel,
  conversationRow,
  messageBubble,
  messageField,
  messageLog,
  openConversation,
  sendMessages,
} from '../../support/chat.ts';
import { createSellerWithService, placeOrder, signInElsewhere } from '../../support/orders.ts';
import { signInAs, signInOverApi, storeSession } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

test(
  'the chat works by keyboard alone, and the page below keeps its scroll position',
  desktopOnly,
  async ({ page }) => {
    const ana = await signInAs(page, 'Ana Teclado');
    const bia = await signInOverApi(page.request, 'Bia Teclado');
    const caio = await signInOverApi(page.request, 'Caio Teclado');
    await sendMessages(bia, ana, ['Oi da Bia']);
    await sendMessages(caio, ana, ['Oi do Caio']);
    await page.goto('/');
    await expect(chatButton(page)).toHaveAccessibleDescription('2 não lidas');
    // Only 20 px, because a page with little content can hardly be scrolled.
    await page.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(20);
    await chatButton(page).click();
    await expect(chatPanel(page)).toBeFocused();
    await expect(page.locator('[inert] main')).toHaveCount(1);
    await expect(page.locator('[data-ui="footer"][inert]')).toHaveCount(1);

    await conversationRow(page, 'Caio Teclado').getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await expect(conversationRow(page, 'Bia Teclado').getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(messageField(page)).toBeFocused();
    await page.keyboard.type('Uma linha');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('e outra');
    await expect(messageField(page)).toHaveValue('Uma linha\ne outra');
    await page.keyboard.press('Enter');
    await expect(messageBubble(page, 'Uma linha')).toContainText('Enviada');
    await expect(messageField(page)).toBeFocused();

    await page.keyboard.type('Fica no rascunho');
    await page.keyboard.press('Escape');
    await expect(chatPanel(page)).toBeHidden();
    await expect(chatButton(page)).toBeFocused();
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => window.scrollY)).toBe(20);

    await openConversation(page, bia);
    await expect(messageField(page)).toHaveValue('Fica no rascunho');
    await messageField(page).fill('x'.repeat(2001));
    await expect(chatPanel(page)).toContainText('2001/2000');
    await page.keyboard.press('Enter');
    await expect(chatPanel(page).getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await messageField(page).fill('');
    await expect(chatPanel(page)).not.toContainText('/2000');
  },
);

test(
  'the order between two people is started and finished from their conversation',
  phoneOnly,
  async ({ page, browser }) => {
    const { seller, serviceId } = await createSellerWithService(
      page.request,
      'Treino de mira com plano',
      '0',
    );
    const { page: otherPage, person: buyer } = await signInElsewhere(browser, 'Compra Conversando');
    const freeOrder = await placeOrder(page.request, buyer, serviceId, false);
    await storeSession(page, seller);
    await page.goto('/termos?conversa=lista');
    const buyerRow = conversationRow(page, 'Compra Conversando');
    await expect(buyerRow).toContainText('Nenhuma mensagem ainda');
    await expectAccessible(page);
    await buyerRow.getByRole('link').click();
    await expect(page.getByRole('region', { name: /^Conversa com/ })).toBeVisible();
    const orderStrip = page.getByRole('region', { name: 'Pedido entre vocês' });
    await expect(orderStrip).toContainText('Treino de mira com plano');
    await orderStrip.getByRole('button', { name: 'Iniciar' }).click();
    const startDialog = page.getByRole('dialog', { name: 'Iniciar atendimento' });
    await startDialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
    await expect(startDialog).toBeHidden();
    await expect(orderStrip).toContainText('Em atendimento');
    await expect(orderStrip.getByRole('timer')).toHaveText(/^\d\d:\d\d$/);
    await expectAccessible(page);

    await openConversation(otherPage, seller);
    const partnerStrip = otherPage.getByRole('region', { name: 'Pedido entre vocês' });
    await expect(partnerStrip.getByRole('button', { name: 'Já recebi' })).toBeVisible();
    await orderStrip.getByRole('button', { name: 'Finalizar' }).click();
    const completionDialog = page.getByRole('dialog', { name: 'Finalizar atendimento' });
    await expect(completionDialog).toBeVisible();
    await expectAccessible(page);
    await completionDialog.getByRole('button', { name: 'Finalizar' }).click();
    await expect(orderStrip).toBeHidden();
    await expect(completionDialog).toBeHidden();
    await expect(chatPanel(page)).toBeVisible();

    await page.goto(`/sales?pessoa=${buyer.uid}`);
    await expect(page.getByText('Pedidos com Compra Conversando')).toBeVisible();
    await expect(page.getByText(freeOrder.purchaseCode)).toBeVisible();
    await otherPage.context().close();
  },
);

test(
  'a conversation without messages and an empty list of conversations say so',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/404/);
    await signInAs(page, 'Ana Sozinha');
    await page.goto('/termos?conversa=lista');
    await expect(chatPanel(page)).toContainText('Nenhuma conversa ainda');
    await expectAccessible(page);
    const bia = await signInOverApi(page.request, 'Bia Nova');
    await openConversation(page, bia);
    await expect(messageLog(page)).toContainText(
      'Nenhuma mensagem por enquanto. Puxe assunto com Bia Nova.',
    );
    await page.goto('/termos?conversa=01890000-0000-7000-8000-000000000000');
    await expect(chatPanel(page)).toContainText('Usuário não encontrado.');
    await expectAccessible(page);
  },
);

test(
  'conversations that cannot be loaded show no error, and one can still write',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    const ana = await signInAs(page, 'Ana Sem Resposta');
    const bia = await signInOverApi(page.request, 'Bia Sem Resposta');
    await sendMessages(bia, ana, ['Oi da Bia']);
    const failingRequests = /\/api\/(users\/interacted|messages)\//;
    await page.route(failingRequests, (route) => route.abort());
    const retryButton = chatPanel(page).getByRole('button', { name: 'Tentar de novo' });
    for (const address of ['lista', bia.uid]) {
      await page.goto(`/termos?conversa=${address}`);
      await expect(retryButton).toHaveCount(1);
      await expect(chatPanel(page).getByRole('status', { name: /^Carregando/ })).toHaveCount(0);
      await expect(chatPanel(page)).not.toContainText('Algo deu errado');
      await expect(chatPanel(page).getByRole('alert')).toHaveCount(0);
      await expect(toastOf(page)).toHaveCount(0);
      await expectAccessible(page);
    }
    await messageField(page).fill('Escrevo assim mesmo');
    await messageField(page).press('Enter');
    await expect(messageBubble(page, 'Escrevo assim mesmo')).toContainText('Enviada');
    await page.unroute(failingRequests);
    // The chat tries again by itself, after 30 s at most.
    await expect(messageBubble(page, 'Oi da Bia')).toBeVisible({ timeout: 60_000 });
    await expect(conversationRow(page, 'Bia Sem Resposta')).toBeVisible({ timeout: 60_000 });
    await expect(retryButton).toHaveCount(0);
  },
);

test(
  'a long name is whole in the list of conversations, with the time below it in a row as high as others',
  desktopOnly,
  async ({ page }) => {
    const longName = 'Fernanda da Mira Certeira';
    const ana = await signInAs(page, 'Ana Lista');
    for (const name of [longName, 'Bia'])
      await sendMessages(await signInOverApi(page.request, name), ana, ['Oi!']);
    await page.goto('/termos?conversa=lista');
    const nameInRow = conversationRow(page, longName).getByTitle(longName);
    await expect(nameInRow).toBeVisible();
    const cutPixels = await nameInRow.evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(cutPixels).toBeLessThanOrEqual(0);
    const topOf = async (name: string, selector: string) =>
      (await conversationRow(page, name).locator(selector).boundingBox())?.y ?? Number.NaN;
    const timeOffsetOf = async (name: string) =>
      (await topOf(name, 'time')) - (await topOf(name, 'bdi'));
    expect(await timeOffsetOf(longName)).toBeGreaterThan(16);
    expect(await timeOffsetOf('Bia')).toBeLessThan(16);
    const heightOf = async (name: string) =>
      (await conversationRow(page, name).boundingBox())?.height;
    expect(await heightOf(longName)).toBe(await heightOf('Bia'));
  },
);
