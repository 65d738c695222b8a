import { expect, type Page, test } from '@playwright/test';
import { io } from 'socket.io-client';
import type { Person } from './people.ts';
import { isPhone } from './test.ts';

/** Sends messages as somebody, over a line of their own that no page knows of; in order. */
export async function say(from: Person, to: Person, texts: readonly string[]): Promise<void> {
  const { baseURL } = test.info().project.use;
  const auth = { token: from.accessToken };
  const wire = io(baseURL ?? '', { transports: ['websocket'], forceNew: true, auth });
  try {
    const answers = [await wire.timeout(10_000).emitWithAck('register', from.uid)];
    for (const message of texts) {
      const sent = { id: crypto.randomUUID(), senderId: from.uid, receiverId: to.uid, message };
      const payload = { ...sent, sentAt: new Date().toISOString() };
      answers.push(await wire.timeout(10_000).emitWithAck('sendMessage', payload));
    }
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  } finally {
    wire.disconnect();
  }
}

export const panel = (page: Page) => page.getByRole('dialog', { name: 'Conversas' });
export const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
export const field = (page: Page) => page.getByPlaceholder('Digite sua mensagem');
export const bubble = (page: Page, text: string) =>
  log(page).locator('[data-ui="message"]', { hasText: text });

/** The row of somebody in the list of conversations. */
export const row = (page: Page, name: string) =>
  panel(page).getByRole('listitem').filter({ hasText: name });

/** What opens the chat at this width, whatever it counts. */
export const opener = (page: Page) =>
  isPhone(page)
    ? page.getByRole('navigation', { name: 'Atalhos' }).getByRole('link', { name: /^Chat/ })
    : page.getByRole('button', { name: 'Conversas', exact: true });

/** Opens somebody's conversation by its address. */
export async function openConversation(page: Page, { uid, name }: Person, path = '/termos') {
  await page.goto(`${path}?conversa=${uid}`);
  await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
}

/** Types a message and presses the button. */
export async function write(page: Page, text: string) {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
}
