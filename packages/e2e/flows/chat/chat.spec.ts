import {
  chatButton,
  chatPanel,
  conversationRow,
  messageBubble,
  messageField,
  messageLog,
  openConversation,
  sendMessages,
  writeMessage,
} from '../../support/chat.ts';
import { signInElsewhere } from '../../support/orders.ts';
import { signInAs, signInOverApi } from '../../support/people.ts';
import {
  desktopOnly,
  expect,
  expectAccessible,
  isPhone,
  phoneOnly,
  test,
  toastOf,
} from '../../support/test.ts';

test('two people talk: unread counts, the list, read marks and typing are right on both sides', async ({
  page,
  browser,
}) => {
  const ana = await signInAs(page, 'Ana que Escuta');
  const { page: otherPage } = await signInElsewhere(browser, 'Bia que Fala');
  await page.goto('/termos');
  await openConversation(otherPage, ana);
  await writeMessage(otherPage, 'Oi, Ana! Vi sua ficha de treino.');
  await expect(messageBubble(otherPage, 'Oi, Ana!')).toContainText('Enviada');

  if (isPhone(page)) await expect(chatButton(page)).toHaveAccessibleName('Conversas, 1 não lida');
  else await expect(chatButton(page)).toHaveAccessibleDescription('1 não lida');
  await chatButton(page).click();
  await expect(chatPanel(page)).toBeVisible();
  const conversation = conversationRow(page, 'Bia que Fala');
  await expect(conversation).toContainText('Oi, Ana! Vi sua...');
  await expect(conversation).toContainText(/agora|1 min/);
  await expect(conversation).toContainText('1 não lida');
  if (!isPhone(page)) {
    await expect(chatPanel(page)).toContainText('Selecione um usuário para começar o chat.');
  }
  await expectAccessible(page);

  await conversation.getByRole('link').click();
  await expect(messageBubble(page, 'Oi, Ana! Vi sua ficha de treino.')).toBeVisible();
  await expect(messageLog(page)).toContainText('Hoje');
  await expect(messageBubble(page, 'Oi, Ana!').locator('time')).toHaveText(/^\d\d:\d\d$/);
  await expect(messageBubble(otherPage, 'Oi, Ana!')).toContainText('Lida');
  if (isPhone(page)) await expect(chatButton(page)).toHaveAccessibleName('Conversas');
  else await expect(chatButton(page)).toHaveAccessibleDescription('');
  await expectAccessible(page);

  await messageField(otherPage).pressSequentially('Pos');
  await expect(page.getByText('Usuário está digitando...')).toBeVisible();
  await expect(page.getByText('Usuário está digitando...')).toBeHidden();

  await writeMessage(page, 'Serve!\nhttps://example.com/mira <b>não</b>');
  await expect(messageField(page)).toHaveValue('');
  const reply = messageBubble(otherPage, 'Serve!');
  await expect(reply).toContainText('<b>não</b>');
  await expect(reply.getByRole('link')).toHaveAttribute('rel', 'nofollow noopener ugc');
  await writeMessage(page, '   \n ');
  await expect(messageLog(page).locator('[data-ui="message"]')).toHaveCount(2);
  await otherPage.context().close();
});

test('on phones the list and the conversation replace each other, elsewhere they are side by side; Back closes the chat', async ({
  page,
}) => {
  const ana = await signInAs(page, 'Ana Caminha');
  const [bia, caio] = [
    await signInOverApi(page.request, 'Bia Primeira'),
    await signInOverApi(page.request, 'Caio Segundo'),
  ];
  await sendMessages(bia, ana, ['Mensagem da Bia']);
  await sendMessages(caio, ana, ['Mensagem do Caio']);
  await page.goto('/community');
  const onPhone = isPhone(page);
  await chatButton(page).click();
  await expect(chatPanel(page).getByRole('listitem').first()).toContainText('Caio Segundo');
  await expect(page.locator('[inert] main')).toHaveCount(1);

  await conversationRow(page, 'Bia Primeira').getByRole('link').click();
  await expect(messageBubble(page, 'Mensagem da Bia')).toBeVisible();
  if (onPhone) {
    await expect(conversationRow(page, 'Caio Segundo')).toBeHidden();
    await page.getByRole('button', { name: 'Voltar para a lista' }).click();
    await expect(conversationRow(page, 'Bia Primeira').getByRole('link')).toBeFocused();
    await conversationRow(page, 'Caio Segundo').getByRole('link').click();
    await page.goBack();
    await expect(conversationRow(page, 'Caio Segundo')).toBeVisible();
  } else {
    await expect(messageField(page)).toBeFocused();
    await conversationRow(page, 'Caio Segundo').getByRole('link').click();
    await expect(messageBubble(page, 'Mensagem do Caio')).toBeVisible();
  }
  await page.goBack();
  await expect(chatPanel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/community$/);

  await openConversation(page, bia, '/community');
  await page
    .getByRole('link', { name: /Bia Primeira/ })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`/user/${bia.username}$`));
  await expect(chatPanel(page)).toBeHidden();
});

test(
  'older messages are added at the top without a jump, and new ones are offered below',
  phoneOnly,
  async ({ page }) => {
    const ana = await signInAs(page, 'Ana Antiga');
    const bia = await signInOverApi(page.request, 'Bia Antiga');
    await sendMessages(
      bia,
      ana,
      Array.from({ length: 50 }, (_, index) => `Linha ${index + 1}.\nDuas linhas`),
    );
    await openConversation(page, bia);
    await expect(messageBubble(page, 'Linha 50.')).toBeInViewport();
    await expect(messageBubble(page, 'Linha 36.')).toBeAttached();
    await expect(messageBubble(page, 'Linha 10.')).toHaveCount(0);

    const topOf = (text: string) =>
      messageBubble(page, text).evaluate((row) => row.getBoundingClientRect().top);
    const firstMessage = messageLog(page).locator('[data-ui="message"]').first();
    const text = (await firstMessage.locator('p').innerText()).split('\n')[0] ?? '';
    await messageLog(page).evaluate((log) => log.scrollTo(0, 40));
    const topBefore = await topOf(text);
    await expect
      .poll(() => messageLog(page).locator('[data-ui="message"]').count())
      .toBeGreaterThan(29);
    expect(Math.abs((await topOf(text)) - topBefore)).toBeLessThan(1.5);

    const scrollToTop = async () => {
      await messageLog(page).evaluate((log) => log.scrollTo(0, 0));
      return messageBubble(page, 'Linha 1.').count();
    };
    await expect.poll(scrollToTop).toBe(1);
    await expect(messageLog(page)).toContainText('Aqui começa a conversa');
    await scrollToTop();
    await sendMessages(bia, ana, ['Chegou agora', 'E mais uma']);
    const newMessagesButton = page.getByRole('button', { name: '2 novas mensagens' });
    await expect(newMessagesButton).toBeVisible();
    await expect(messageBubble(page, 'Linha 1.')).toBeInViewport();
    await expectAccessible(page);
    await newMessagesButton.click();
    await expect(messageBubble(page, 'E mais uma')).toBeInViewport();
    await expect(newMessagesButton).toBeHidden();
    await sendMessages(bia, ana, ['Seguindo o fim']);
    await expect(messageBubble(page, 'Seguindo o fim')).toBeInViewport();
  },
);

test('a message written while offline waits and is sent once the network is back', {
  tag: '@desktop',
}, async ({ page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  await signInAs(page, 'Ana Offline');
  const bia = await signInOverApi(page.request, 'Bia Offline');
  await openConversation(page, bia);
  await page.context().setOffline(true);
  await expect(page.getByText('Sem conexão. Suas mensagens saem quando ela voltar.')).toBeVisible();
  await writeMessage(page, 'Escrita no escuro');
  await expect(messageBubble(page, 'Escrita no escuro')).toContainText('Esperando a conexão');
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(messageBubble(page, 'Escrita no escuro')).toContainText('Enviada');
  await expect(page.getByText('Sem conexão.')).toBeHidden();
});

test(
  'a conversation is muted, blocked and unblocked from its menu',
  phoneOnly,
  async ({ page }) => {
    const ana = await signInAs(page, 'Ana Sossego');
    const bia = await signInOverApi(page.request, 'Bia Insistente');
    await sendMessages(bia, ana, ['Compra logo']);
    await openConversation(page, bia);
    const menuButton = page.getByRole('button', { name: 'Mais opções' });
    const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await menuButton.click();
    await menuItem('Silenciar').click();
    await expect(toastOf(page)).toContainText('Avisos silenciados');
    await menuButton.click();
    await expect(menuItem('Reativar avisos')).toBeVisible();
    await expectAccessible(page);
    await menuItem('Denunciar').click();
    const reportDialog = page.getByRole('dialog', { name: 'Denunciar Bia Insistente' });
    await reportDialog.getByRole('button', { name: 'Cancelar' }).click();

    await menuButton.click();
    await menuItem('Bloquear').click();
    const blockDialog = page.getByRole('alertdialog', { name: 'Bloquear Bia Insistente' });
    await blockDialog.getByRole('button', { name: 'Bloquear' }).click();
    await expect(chatPanel(page)).toContainText('Você bloqueou esta pessoa.');
    await expect(messageField(page)).toHaveCount(0);
    await expectAccessible(page);
    await chatPanel(page).getByRole('button', { name: 'Desbloquear' }).click();
    await expect(messageField(page)).toBeVisible();
    await expect(toastOf(page)).toContainText('Pessoa desbloqueada');

    await page.getByRole('button', { name: 'Ligar para Bia Insistente' }).click();
    await expect(toastOf(page)).toContainText('Erro');
    await expect(toastOf(page)).toContainText(
      'Você não tem o Discord ativo, vá nas configurações para ativar.',
    );
    await menuButton.click();
    await menuItem('Pedidos com esta pessoa').click();
    await expect(page).toHaveURL(new RegExp(`/sales\\?pessoa=${bia.uid}$`));
  },
);

test(
  'in a high window older messages are loaded only when the person scrolls',
  desktopOnly,
  async ({ page }) => {
    const ana = await signInAs(page, 'Ana Janela Alta');
    const bia = await signInOverApi(page.request, 'Bia Janela Alta');
    const texts = Array.from({ length: 40 }, (_, index) => `Linha ${index + 1}.`);
    await sendMessages(bia, ana, texts);
    await openConversation(page, bia);
    await expect(messageBubble(page, 'Linha 40.')).toBeInViewport();
    await page.evaluate(() => document.fonts.ready);
    const overflowOf = () =>
      messageLog(page).evaluate((log) => log.scrollHeight - log.clientHeight);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    // The messages of the first page overflow by half of the distance at which scrolling loads older ones.
    await page.setViewportSize({ width, height: height + (await overflowOf()) - 40 });
    const olderRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('lastDocSentAt')) olderRequests.push(request.url());
    });
    await openConversation(page, bia);
    await expect(messageBubble(page, 'Linha 26.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    const overflow = await overflowOf();
    expect(overflow).toBeGreaterThan(1);
    expect(overflow).toBeLessThan(80);
    expect(olderRequests).toEqual([]);
    await messageLog(page).hover();
    await page.mouse.wheel(0, -100);
    await expect(messageBubble(page, 'Linha 11.')).toBeAttached();
    expect(olderRequests).toHaveLength(1);

    // Once the messages do not overflow the window, nothing can be scrolled.
    await page.setViewportSize({ width, height: 2 * height });
    await openConversation(page, bia);
    await expect(messageBubble(page, 'Linha 11.')).toBeAttached();
  },
);
