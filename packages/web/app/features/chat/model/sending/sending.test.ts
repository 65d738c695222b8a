import { describe, expect, it } from 'vitest';
import { fakeBrowser, fakeEnvironment, fakeTab } from '../testing/fake-tab.ts';

async function openConversation(uid = 'ana') {
  const environment = fakeEnvironment();
  const browser = fakeBrowser(environment);
  const openTab = (person = uid) => {
    const tab = fakeTab(person, environment, browser);
    tab.chat.open('bia');
    return tab;
  };
  const ana = openTab();
  ana.setUp(true);
  await environment.time.pass(1_000);
  const storedTexts = () =>
    environment.server.messagesBetween('ana', 'bia').map(({ message }) => message);
  const sentMessagesOf = (tab: typeof ana) =>
    tab.connection.sent.filter(({ event }) => event === 'sendMessage');
  return { ...environment, browser, openTab, ana, storedTexts, sentMessagesOf };
}

describe('sending', () => {
  it('shows a message at once with its state', async () => {
    const { ana, time, server, browser } = await openConversation();
    expect(ana.chat.send('bia', '  oi  ')).toBeNull();
    expect(ana.chat.conversation('bia').items).toMatchObject([
      { message: 'oi', state: 'sending', seq: null, senderId: 'ana', reason: null },
    ]);
    await time.pass(100);
    expect(ana.chat.conversation('bia').items).toMatchObject([
      { message: 'oi', state: 'sent', seq: 1 },
    ]);
    expect(browser.storedMessages.size).toBe(0);
    server.markRead('bia', 'ana');
    await time.pass(100);
    expect(ana.states('bia')).toEqual(['read']);
  });

  it('stores a message on the device before sending it', async () => {
    const { ana, time, browser, sentMessagesOf } = await openConversation();
    ana.chat.send('bia', 'oi');
    expect([...browser.storedMessages.values()]).toMatchObject([{ owner: 'ana', text: 'oi' }]);
    expect(sentMessagesOf(ana)).toHaveLength(0);
    await time.pass(100);
    expect(sentMessagesOf(ana)).toHaveLength(1);
  });

  it('queues messages that are written offline, and sends them in order on the reconnection', async () => {
    const { ana, time, storedTexts } = await openConversation();
    ana.setUp(false);
    for (const text of ['um', 'dois', 'três']) ana.chat.send('bia', text);
    await time.pass(60_000);
    expect(ana.states('bia')).toEqual(['queued', 'queued', 'queued']);
    ana.setUp(true);
    expect(ana.states('bia')).toEqual(['sending', 'sending', 'sending']);
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['um', 'dois', 'três']);
    expect(ana.states('bia')).toEqual(['sent', 'sent', 'sent']);
  });

  it('resends an unacknowledged message with the same id', async () => {
    const { ana, time, storedTexts, sentMessagesOf } = await openConversation();
    ana.connection.dropAcks = true;
    ana.chat.send('bia', 'oi');
    await time.pass(2_500);
    expect(sentMessagesOf(ana).length).toBeGreaterThan(1);
    ana.connection.dropAcks = false;
    await time.pass(2_000);
    expect(storedTexts()).toEqual(['oi']);
    expect(ana.states('bia')).toEqual(['sent']);
  });

  it.each([
    ['', 'empty'],
    [' \n\u200d ', 'empty'],
    ['a'.repeat(2_001), 'too_long'],
    ['a\u0000b', 'invalid_text'],
  ])('does not send %j', async (text, code) => {
    const { ana, time, sentMessagesOf } = await openConversation();
    expect(ana.chat.send('bia', text)).toMatchObject({ code });
    await time.pass(1_000);
    expect(ana.texts('bia')).toEqual([]);
    expect(sentMessagesOf(ana)).toHaveLength(0);
  });

  it('sends a text of the maximum length', async () => {
    const { ana, time, storedTexts } = await openConversation();
    expect(ana.chat.send('bia', 'a'.repeat(2_000))).toBeNull();
    await time.pass(100);
    expect(storedTexts()).toHaveLength(1);
  });
});

describe('a refused message', () => {
  const refusal = { code: 'message_refused', error: 'Não foi possível enviar a mensagem.' };

  it('shows its reason, does not block others and can be retried', async () => {
    const { ana, time, server, storedTexts, browser, sentMessagesOf } = await openConversation();
    server.behaviour.refuse = (text) => (text === 'um' ? refusal : null);
    ana.chat.send('bia', 'um');
    ana.chat.send('bia', 'dois');
    await time.pass(60_000);
    expect(storedTexts()).toEqual(['dois']);
    expect(ana.chat.conversation('bia').items).toMatchObject([
      { message: 'dois', state: 'sent' },
      { message: 'um', state: 'failed', reason: refusal.error },
    ]);
    expect([...browser.storedMessages.values()]).toMatchObject([
      { text: 'um', failure: { code: refusal.code } },
    ]);
    const [first] = sentMessagesOf(ana);
    server.behaviour.refuse = () => null;
    const failedId = ana.chat.conversation('bia').items.at(-1)?.id ?? '';
    ana.chat.retry('bia', failedId);
    expect(ana.states('bia')).toEqual(['sent', 'sending']);
    await time.pass(1_000);
    expect(sentMessagesOf(ana).at(-1)).toEqual(first);
    expect(storedTexts()).toEqual(['dois', 'um']);
    expect(ana.states('bia')).toEqual(['sent', 'sent']);
  });

  it('can be discarded', async () => {
    const { ana, time, server, browser } = await openConversation();
    server.behaviour.refuse = () => refusal;
    ana.chat.send('bia', 'um');
    await time.pass(1_000);
    ana.chat.discard('bia', ana.chat.conversation('bia').items[0]?.id ?? '');
    expect(ana.texts('bia')).toEqual([]);
    await time.pass(1_000);
    expect(browser.storedMessages.size).toBe(0);
  });

  it('is retried after the delay that the server names', async () => {
    const { ana, time, server, storedTexts, sentMessagesOf } = await openConversation();
    server.behaviour.refuse = () => ({
      code: 'rate_limited',
      error: 'Muitas',
      retryAfterMs: 4_000,
    });
    ana.chat.send('bia', 'um');
    ana.chat.send('bia', 'dois');
    await time.pass(3_900);
    expect(sentMessagesOf(ana)).toHaveLength(1);
    expect(ana.states('bia')).toEqual(['sending', 'sending']);
    server.behaviour.refuse = () => null;
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['um', 'dois']);
  });

  it('gets another id when its id is taken', async () => {
    const { ana, time, server, storedTexts, sentMessagesOf } = await openConversation();
    server.behaviour.refuse = () => ({ code: 'message_id_taken', error: 'Este identificador' });
    ana.chat.send('bia', 'um');
    await time.pass(1_000);
    const [failed] = ana.chat.conversation('bia').items;
    server.behaviour.refuse = () => null;
    ana.chat.retry('bia', failed?.id ?? '');
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['um']);
    expect(sentMessagesOf(ana).at(-1)?.payload).not.toMatchObject({ id: failed?.id });
    expect(ana.texts('bia')).toEqual(['um']);
  });
});

describe('the outbox', () => {
  it('survives a closed tab', async () => {
    const { ana, time, openTab, storedTexts } = await openConversation();
    ana.setUp(false);
    ana.chat.send('bia', 'oi');
    await time.pass(100);
    ana.close();
    const reopenedTab = openTab();
    await time.pass(1_500);
    expect(reopenedTab.states('bia')).toEqual(['queued']);
    reopenedTab.setUp(true);
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['oi']);
    expect(reopenedTab.states('bia')).toEqual(['sent']);
  });

  it('is sent by one of several tabs and shown by all of them', async () => {
    const { ana, time, openTab, storedTexts, sentMessagesOf } = await openConversation();
    const otherTab = openTab();
    await time.pass(100);
    ana.setUp(false);
    ana.chat.send('bia', 'um');
    ana.chat.send('bia', 'dois');
    await time.pass(100);
    expect(otherTab.texts('bia')).toEqual(['um', 'dois']);
    ana.setUp(true);
    otherTab.setUp(true);
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['um', 'dois']);
    expect(sentMessagesOf(ana).length + sentMessagesOf(otherTab).length).toBe(2);
    for (const tab of [ana, otherTab]) expect(tab.states('bia')).toEqual(['sent', 'sent']);
  });

  it('sends discarded messages to the other tabs', async () => {
    const { ana, time, openTab } = await openConversation();
    ana.setUp(false);
    const otherTab = openTab();
    ana.chat.send('bia', 'um');
    await time.pass(100);
    otherTab.chat.discard('bia', otherTab.chat.conversation('bia').items[0]?.id ?? '');
    await time.pass(100);
    expect(ana.texts('bia')).toEqual([]);
  });

  it('is not shared with other people', async () => {
    const { ana, time, openTab, storedTexts, browser } = await openConversation();
    ana.setUp(false);
    ana.chat.send('bia', 'segredo');
    await time.pass(100);
    ana.close();
    const carlasTab = openTab('carla');
    carlasTab.setUp(true);
    await time.pass(60_000);
    expect(carlasTab.texts('bia')).toEqual([]);
    expect(storedTexts()).toEqual([]);
    expect(browser.storedMessages.size).toBe(1);
  });

  it('works without storage, and warns while a message is unsent', async () => {
    const { ana, time, browser, storedTexts } = await openConversation();
    browser.behaviour.full = true;
    ana.setUp(false);
    ana.chat.send('bia', 'um');
    ana.chat.send('bia', 'dois');
    await time.pass(100);
    expect(ana.chat.conversation('bia').hasUnstoredMessages).toBe(true);
    expect(ana.chat.hasUnstoredMessages()).toBe(true);
    expect(ana.chat.hasUnsentMessages()).toBe(true);
    ana.setUp(true);
    await time.pass(1_000);
    expect(storedTexts()).toEqual(['um', 'dois']);
    expect(ana.chat.conversation('bia').hasUnstoredMessages).toBe(false);
    expect(ana.chat.hasUnstoredMessages()).toBe(false);
    expect(ana.chat.hasUnsentMessages()).toBe(false);
  });
});
