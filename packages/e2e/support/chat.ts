import { expect, type Page, test } from '@playwright/test';
import { io } from 'socket.io-client';
import type { SignedInPerson } from './people.ts';
import { isPhone } from './test.ts';

/** Sends messages as a person over a separate connection, in order. */
export async function sendMessages(
  from: SignedInPerson,
  to: SignedInPerson,
  texts: readonly string[],
): Promise<void> {
  const { baseURL } = test.info().project.use;
  const auth = { token: from.accessToken };
  const socket = io(baseURL ?? '', { transports: ['websocket'], forceNew: true, auth });
  try {
    const answers = [await socket.timeout(10_000).emitWithAck('register', from.uid)];
    for (const text of texts) {
      const storedFields = {
        id: crypto.randomUUID(),
        senderId: from.uid,
        receiverId: to.uid,
        message: text,
      };
      const payload = { ...storedFields, sentAt: new Date().toISOString() };
      answers.push(await socket.timeout(10_000).emitWithAck('sendMessage', payload));
    }
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  } finally {
    socket.disconnect();
  }
}

export const chatPanel = (page: Page) => page.getByRole('dialog', { name: 'Conversas' });
export const messageLog = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
export const messageField = (page: Page) => page.getByPlaceholder('Digite sua mensagem');
export const messageBubble = (page: Page, text: string) =>
  messageLog(page).locator('[data-ui="message"]', { hasText: text });

/** The row of a person in the list of conversations. */
export const conversationRow = (page: Page, name: string) =>
  chatPanel(page).getByRole('listitem').filter({ hasText: name });

/** The control that opens the chat at this screen width, with any unread count. */
export const chatButton = (page: Page) =>
  isPhone(page)
    ? page.getByRole('navigation', { name: 'Atalhos' }).getByRole('link', { name: /^Conversas/ })
    : page.getByRole('button', { name: 'Conversas', exact: true });

/** Opens a person's conversation by its address. */
export async function openConversation(
  page: Page,
  { uid, name }: SignedInPerson,
  path = '/termos',
) {
  await page.goto(`${path}?conversa=${uid}`);
  await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
}

/** Types a message and presses the button that sends it. */
export async function writeMessage(page: Page, text: string) {
  await messageField(page).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
}
