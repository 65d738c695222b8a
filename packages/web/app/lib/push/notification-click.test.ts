import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const workerSource = readFileSync(new URL('../../../public/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'https://guilda.example';

/** What a fake tab does with the address that the worker sends it. */
type Answer = 'goes there' | 'does not listen';

function openTab(path: string, answer: Answer = 'goes there') {
  const tab = {
    url: ORIGIN + path,
    calls: [] as string[],
    async focus() {
      tab.calls.push('focus');
      return tab;
    },
    async navigate(url: string) {
      tab.calls.push(`load ${url}`);
    },
    postMessage(message: { open: string; until: number }, ports: readonly MessagePort[] = []) {
      if (answer === 'does not listen') return;
      tab.calls.push(`go to ${message.open}`);
      expect(message.until).toBeGreaterThan(Date.now());
      ports[0]?.postMessage('opening');
    },
  };
  return tab;
}

/** Clicks a notification with this address while these tabs are open; resolves with the addresses of new windows. */
async function clickNotification(url: unknown, tabs: readonly ReturnType<typeof openTab>[]) {
  const openedUrls: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    clients: { matchAll: async () => tabs, openWindow: async (to: string) => openedUrls.push(to) },
  };
  runInNewContext(workerSource, { self, URL, MessageChannel, setTimeout, clearTimeout, Date });
  let done: unknown;
  listeners.get('notificationclick')?.({
    notification: { close: () => undefined, data: { url } },
    waitUntil: (promise: unknown) => {
      done = promise;
    },
  });
  await done;
  return openedUrls;
}

test('a tab that was loaded at the address goes there if it has left it, and is focused', async () => {
  const [other, shown] = [openTab('/'), openTab('/post/1')];
  expect(await clickNotification('/post/1', [other, shown])).toEqual([]);
  expect([other.calls, shown.calls]).toEqual([[], [`go to ${ORIGIN}/post/1`, 'focus']]);
  const silent = openTab('/post/1', 'does not listen');
  expect(await clickNotification('/post/1', [silent])).toEqual([]);
  expect(silent.calls).toEqual(['focus']);
});

test('the tab that was used last goes to the address itself, without loading the page anew', async () => {
  const [latest, other] = [openTab('/?novo=recado'), openTab('/community')];
  expect(await clickNotification('/post/1#comentarios', [latest, other])).toEqual([]);
  expect(latest.calls).toEqual([`go to ${ORIGIN}/post/1#comentarios`, 'focus']);
  expect(other.calls).toEqual([]);
});

test('a tab that does not answer stays as it is, and a new window is opened', async () => {
  const tab = openTab('/user/settings', 'does not listen');
  expect(await clickNotification('/post/1', [tab])).toEqual([`${ORIGIN}/post/1`]);
  expect(tab.calls).toEqual([]);
});

test('without a tab a window is opened, and an address of another site opens the home page', async () => {
  expect(await clickNotification('/post/1', [])).toEqual([`${ORIGIN}/post/1`]);
  expect(await clickNotification('https://evil.example/', [])).toEqual([ORIGIN]);
});
