import { sendMessages } from '../../support/chat.ts';
import { publishService } from '../../support/market.ts';
import {
  entriesOf,
  expectUnread,
  notificationList,
  openNotificationList,
} from '../../support/notifications.ts';
import {
  createSellerWithService,
  moveOrder,
  placeOrder,
  signInElsewhere,
} from '../../support/orders.ts';
import { asPerson, signInAs, signInOverApi, storeSession } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  phoneOnly,
  test,
  toastOf,
  waitUntilOnline,
} from '../../support/test.ts';

test(
  'starting an attendance opens the chat with the buyer, who is greeted',
  phoneOnly,
  async ({ page, browser }) => {
    const seller = await signInAs(page, 'Vende Na Hora');
    const service = await publishService(page.request, seller, { title: 'Dupla sem tilt' });
    const buyer = await signInElsewhere(browser, 'Compra Ligeiro');
    const order = await placeOrder(page.request, buyer.person, service.id, false);
    await buyer.page.goto('/community');
    await waitUntilOnline(buyer.page);
    await page.goto('/sales');
    await page.getByRole('button', { name: 'Iniciar atendimento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Iniciar atendimento' });
    await expect(dialog).toContainText('Compra Ligeiro recebe um aviso');
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click();
    // The toast is on screen for five seconds only.
    const greeting = `Olá! O atendimento do pedido ${order.purchaseCode} (“Dupla sem tilt”) vai começar.`;
    await expect(toastOf(buyer.page)).toContainText(greeting);
    await expect(page).toHaveURL(`/sales?conversa=${buyer.person.uid}`);
    await expect(page.getByPlaceholder('Digite sua mensagem')).toBeVisible();

    await expectUnread(buyer.page, 1);
    await openNotificationList(buyer.page);
    await expect(toastOf(buyer.page)).toBeHidden();
    await expect(entriesOf(buyer.page)).toHaveCount(1);
    await entriesOf(buyer.page).getByRole('link', { name: 'Vende Na Hora' }).click();
    await expect(buyer.page).toHaveURL(`/community?conversa=${seller.uid}`);
    await expect(buyer.page.getByPlaceholder('Digite sua mensagem')).toBeVisible();
    // Reading the conversation also marks its message notifications as read.
    await expectUnread(buyer.page, 0);
    await buyer.page.goBack();
    await expect(buyer.page).toHaveURL('/community');
    await buyer.page.context().close();
  },
);

test(
  'each step of an order notifies the other side, with a link',
  desktopOnly,
  async ({ page }) => {
    const { seller, serviceId } = await createSellerWithService(page.request, 'Análise de replay');
    const buyer = await signInAs(page, 'Compra E Conta');
    await page.goto('/sales?aba=compras');
    const order = await placeOrder(page.request, buyer, serviceId, true);
    await moveOrder(page.request, seller, order.id, 'in_progress');
    await expectUnread(page, 1);
    // The board is updated without a reload.
    await expect(page.getByRole('article').filter({ hasText: order.purchaseCode })).toContainText(
      'Em atendimento',
    );
    await moveOrder(page.request, seller, order.id, 'complete');
    await expectUnread(page, 2);
    await page.goto('/termos');
    await openNotificationList(page);
    await expectAccessible(page);
    await entriesOf(page).first().getByRole('link', { name: 'foi concluído' }).click();
    await expect(page).toHaveURL(`/sales?pedido=${order.id}&acao=ver`);
    await expect(page.getByRole('dialog', { name: 'Avaliar' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: 'Compras' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const review = { title: 'Valeu', description: 'Muito bom.', rating: 4, recommend: true };
    const answer = await page.request.post(`/api/reviews/${serviceId}/${order.id}/review`, {
      headers: asPerson(buyer),
      data: review,
    });
    expect(answer.status()).toBe(201);

    await storeSession(page, seller);
    await page.goto('/termos');
    await expectUnread(page, 2);
    await openNotificationList(page);
    await expect(entriesOf(page)).toHaveText([/Avaliação.*nota 4/s, /Pagamento.*foi pago/s]);
    await entriesOf(page).first().getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Avaliação recebida' })).toContainText('Valeu');
    await expect(notificationList(page)).toBeHidden();
  },
);

test('an unread conversation waits on the home page', phoneOnly, async ({ page, browser }) => {
  const ana = await signInAs(page, 'Ana Em Casa');
  const bia = await signInElsewhere(browser, 'Bia Puxa Papo');
  await page.goto('/');
  const waitingSection = page.getByTestId('waiting');
  await expect(waitingSection).toContainText('Tudo em dia');
  await bia.page.goto(`/?conversa=${ana.uid}`);
  const field = bia.page.getByPlaceholder('Digite sua mensagem');
  await field.fill('Vai ter mesa hoje?');
  await bia.page.getByRole('button', { name: 'Enviar' }).click();
  const card = waitingSection.getByRole('listitem').filter({ hasText: 'Bia Puxa Papo' });
  await expect(card).toContainText('Mensagem nova');
  await expect(card).toContainText('Vai ter mesa hoje?');
  await expect(card.locator('[data-presence="online"]')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Abrir conversa com Bia Puxa Papo' }).click();
  await expect(page).toHaveURL(`/?conversa=${bia.person.uid}`);
  await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Vai ter mesa hoje?');
  await page.goBack();
  await expect(waitingSection).toContainText('Tudo em dia');
  await bia.page.context().close();
});

test(
  'a message creates a notification where its conversation is not open',
  desktopOnly,
  async ({ page }) => {
    const ana = await signInAs(page, 'Ana Lê Depois');
    const bia = await signInOverApi(page.request, 'Bia Escreve');
    await page.goto('/community');
    await waitUntilOnline(page);
    await sendMessages(bia, ana, ['Bora jogar hoje à noite?']);
    await expect(toastOf(page)).toContainText('Bia Escreve');
    await expect(toastOf(page)).toContainText('Bora jogar hoje à noite?');
    // Under the mouse the toast stays.
    await toastOf(page).hover();
    await expectUnread(page, 1);
    const log = page.getByRole('log', { name: 'Mensagens' });
    await toastOf(page).getByRole('button', { name: 'Abrir' }).click();
    await expect(page).toHaveURL(`/community?conversa=${bia.uid}`);
    await expect(log.getByText('Bora jogar hoje à noite?')).toBeVisible();
    await expectUnread(page, 0);
    await sendMessages(bia, ana, ['Às nove?']);
    await expect(log.getByText('Às nove?')).toBeVisible();
    await expect(toastOf(page)).toBeHidden();
    await expectUnread(page, 0);
  },
);
