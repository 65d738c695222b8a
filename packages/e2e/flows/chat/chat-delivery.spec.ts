import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';
import {
  chatButton,
  conversationRow,
  messageBubble,
  messageField,
  messageLog,
  openConversation,
  sendMessages,
  writeMessage,
} from '../../support/chat.ts';
import { signInElsewhere } from '../../support/orders.ts';
import {
  asPerson,
  type SignedInPerson,
  signInAs,
  signInOverApi,
  storeSession,
} from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, test } from '../../support/test.ts';

/** Console errors that the browser prints while it is offline. */
const connectionErrorPattern = /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/;

const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline);

/** The texts of a conversation as shown on screen. */
const messageTexts = (page: Page) =>
  messageLog(page).locator('[data-ui="message"] p').allInnerTexts();

/** Opens another tab of the same browser. */
async function openAnotherTab(page: Page, partner: SignedInPerson): Promise<Page> {
  const tab = await page.context().newPage();
  await openConversation(tab, partner);
  return tab;
}

/** Takes the tab offline, writes the messages, and expects that each of them is queued. */
async function writeOffline(page: Page, messageTexts: readonly string[]) {
  await setOffline(page, true);
  for (const text of messageTexts) {
    await writeMessage(page, text);
    await expect(messageBubble(page, text)).toContainText('Esperando a conexão');
  }
}

/** Number of queued messages of all people in the browser's storage. */
const countWaitingMessages = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'guilda-outbox')) return 0;
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const request = indexedDB.open('guilda-outbox');
      request.onsuccess = () => resolve(request.result);
      // The database was deleted meanwhile; opening must not create it anew.
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = () => resolve(null);
    });
    if (!database) return 0;
    const request = database.transaction('outgoing').objectStore('outgoing').count();
    const count = await new Promise<number>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return count;
  });

test(
  'two browsers that lose their connection lose no message on either side',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(connectionErrorPattern);
    const ana = await signInAs(page, 'Ana no Túnel');
    const { page: otherPage, person: bia } = await signInElsewhere(browser, 'Bia na Torre');
    await openConversation(page, bia);
    await openConversation(otherPage, ana);
    await writeMessage(otherPage, 'Antes do túnel');
    await expect(messageBubble(page, 'Antes do túnel')).toBeVisible();

    await writeOffline(page, ['Do túnel, um', 'Do túnel, dois']);
    const missedTexts = Array.from({ length: 20 }, (_, index) => `Da torre, ${index + 1}.`);
    for (const text of missedTexts) await writeMessage(otherPage, text);
    await expect(messageBubble(otherPage, 'Da torre, 20.')).toContainText('Enviada');
    await setOffline(page, false);
    await expect(messageBubble(page, 'Da torre, 20.')).toBeVisible();
    await expect(messageBubble(otherPage, 'Do túnel, dois')).toBeVisible();
    await expect(messageBubble(page, 'Do túnel, dois')).toContainText('Lida');

    const expectedTexts = ['Antes do túnel', ...missedTexts, 'Do túnel, um', 'Do túnel, dois'];
    for (const shownPage of [page, otherPage])
      expect(await messageTexts(shownPage)).toEqual(expectedTexts);
    await expect.poll(() => countWaitingMessages(page)).toBe(0);
    await otherPage.context().close();
  },
);

test(
  'a message that waits survives a closed tab and is sent when the next tab opens',
  desktopOnly,
  async ({ page, browser, allowConsole }) => {
    allowConsole(connectionErrorPattern);
    const ana = await signInAs(page, 'Ana Fecha');
    const { page: otherPage, person: bia } = await signInElsewhere(browser, 'Bia Espera');
    await openConversation(otherPage, ana);
    await openConversation(page, bia);
    await writeOffline(page, ['Escrita e fechada', 'E mais esta']);
    const context: BrowserContext = page.context();
    const reopenedTab = await context.newPage();
    await page.close();
    await context.setOffline(false);
    await reopenedTab.goto('/community');
    // The chat panel is closed: queued messages are sent all the same.
    await expect(messageBubble(otherPage, 'E mais esta')).toBeVisible();
    expect(await messageTexts(otherPage)).toEqual(['Escrita e fechada', 'E mais esta']);
    await openConversation(reopenedTab, bia);
    await expect(messageBubble(reopenedTab, 'E mais esta')).toContainText(/Enviada|Lida/);
    expect(await messageTexts(reopenedTab)).toEqual(['Escrita e fechada', 'E mais esta']);
    await otherPage.context().close();
  },
);

test(
  'two tabs of one person show the same sent, read and waiting messages',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(connectionErrorPattern);
    const ana = await signInAs(page, 'Ana de Duas Abas');
    const bia = await signInOverApi(page.request, 'Bia de Uma Só');
    await sendMessages(bia, ana, ['Oi?', 'Está aí?']);
    await page.goto('/community');
    await expect(chatButton(page)).toHaveAccessibleDescription('1 não lida');
    const tab = await openAnotherTab(page, bia);
    await expect(chatButton(page)).toHaveAccessibleDescription('');

    await openConversation(page, bia);
    await writeMessage(tab, 'Da segunda aba');
    await expect(messageBubble(page, 'Da segunda aba')).toContainText('Enviada');
    await writeMessage(page, 'Da primeira');
    await expect(messageBubble(tab, 'Da primeira')).toContainText('Enviada');

    await writeOffline(page, ['Sem rede, um', 'Sem rede, dois']);
    await expect(messageBubble(tab, 'Sem rede, dois')).toContainText('Esperando a conexão');
    await setOffline(page, false);
    const expectedTexts = [
      'Oi?',
      'Está aí?',
      'Da segunda aba',
      'Da primeira',
      'Sem rede, um',
      'Sem rede, dois',
    ];
    for (const shownPage of [page, tab]) {
      await expect(messageBubble(shownPage, 'Sem rede, dois')).toContainText('Enviada');
      expect(await messageTexts(shownPage)).toEqual(expectedTexts);
    }
  },
);

test(
  'a message that the server refuses is marked and can be sent again',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(connectionErrorPattern);
    const ana = await signInAs(page, 'Ana Barrada');
    const bia = await signInOverApi(page.request, 'Bia que Bloqueia');
    await openConversation(page, bia);
    await writeOffline(page, ['Chegou tarde']);
    const blockPath = `/api/users/${ana.uid}/block`;
    await page.request.put(blockPath, { headers: asPerson(bia) });
    await setOffline(page, false);
    await expect(messageBubble(page, 'Chegou tarde')).toContainText('Não enviada');
    await expect(messageLog(page)).toContainText('Não foi possível enviar a mensagem.');
    await expectAccessible(page);
    await expect(messageField(page)).toHaveCount(0);
    await page.request.delete(blockPath, { headers: asPerson(bia) });
    await expect(messageField(page)).toBeVisible();
    await page.reload();
    await expect(messageBubble(page, 'Chegou tarde')).toContainText('Não enviada');
    await messageLog(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(messageBubble(page, 'Chegou tarde')).toContainText('Enviada');
  },
);

test(
  'waiting messages are deleted when their author confirms to sign out, and are never sent as someone else',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(connectionErrorPattern);
    await signInAs(page, 'Ana que Sai');
    const bia = await signInOverApi(page.request, 'Bia que Fica');
    await openConversation(page, bia, '/');
    const menuButton = page.getByRole('button', { name: 'Menu' });
    const signOutButton = page.getByRole('button', { name: 'Sair' });
    // The menu is opened once before the network is lost, because its code could not be loaded offline.
    await menuButton.click();
    await expect(signOutButton).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(signOutButton).toBeHidden();
    await writeOffline(page, ['Segredo da Ana']);
    expect(await countWaitingMessages(page)).toBe(1);
    const question = page.getByRole('alertdialog', {
      name: 'Sair e apagar mensagens não enviadas?',
    });
    await menuButton.click();
    await signOutButton.click();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(question).toBeHidden();
    await expect(menuButton).toBeFocused();
    expect(await countWaitingMessages(page)).toBe(1);
    await menuButton.click();
    await signOutButton.click();
    await question.getByRole('button', { name: 'Sair' }).click();
    await expect.poll(() => countWaitingMessages(page)).toBe(0);
    await setOffline(page, false);
    const carla = await signInOverApi(page.request, 'Carla que Entra');
    await storeSession(page, carla);
    await openConversation(page, bia);
    await expect(messageField(page)).toBeVisible();
    await expect(messageBubble(page, 'Segredo da Ana')).toHaveCount(0);
  },
);

test(
  'a page notices within seconds that its session was ended elsewhere',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401/);
    const ana = await signInAs(page, 'Ana Expulsa');
    await page.goto('/community');
    await expect(chatButton(page)).toBeVisible();
    // The arrival of a message of another person shows that the connection is established.
    const bia = await signInOverApi(page.request, 'Bia Observa');
    await sendMessages(bia, ana, ['Está aí?']);
    await expect(chatButton(page)).toHaveAccessibleDescription('1 não lida');
    await page.request.post('/api/auth/logout', { data: { refreshToken: ana.refreshToken } });
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await expect(conversationRow(page, 'Bia Observa')).toHaveCount(0);
  },
);

test(
  'a connection that breaks unnoticed reconnects by itself, with a renewed token if necessary',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/401|WebSocket/);
    const ana = await signInAs(page, 'Ana Aos Cortes');
    const bia = await signInOverApi(page.request, 'Bia Contínua');
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/socket\.io\//, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await openConversation(page, bia);
    await sendMessages(bia, ana, ['Antes']);
    await expect(messageBubble(page, 'Antes')).toBeVisible();
    for (const word of ['um', 'dois', 'três']) {
      await sockets.at(-1)?.close();
      await sendMessages(bia, ana, [`Corte ${word}`]);
      await expect(messageBubble(page, `Corte ${word}`)).toBeVisible();
    }
    const readAccessToken = () => page.evaluate(() => localStorage.getItem('accessToken'));
    await page.evaluate(() => localStorage.setItem('accessToken', 'velho'));
    await sockets.at(-1)?.close();
    await sendMessages(bia, ana, ['Depois de vencer']);
    await expect(messageBubble(page, 'Depois de vencer')).toBeVisible();
    expect(await readAccessToken()).not.toBe('velho');
    const textsDuringCuts = ['Corte um', 'Corte dois', 'Corte três'];
    expect(await messageTexts(page)).toEqual(['Antes', ...textsDuringCuts, 'Depois de vencer']);
  },
);
