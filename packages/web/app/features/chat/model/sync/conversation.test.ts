import { describe, expect, it } from 'vitest';
import { openConversation, setUpEnvironment } from '../testing/fake-conversation.ts';
import type { FakeTab } from '../testing/fake-tab.ts';

const numberTexts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

describe('an open conversation', () => {
  it('shows the newest page and reads older ones until they end', async () => {
    const { ana, time } = await openConversation(40);
    expect(ana.texts('bia')).toEqual(numberTexts(26, 40));
    expect(ana.chat.conversation('bia')).toMatchObject({ status: 'ready', olderStatus: 'more' });
    const loading = ana.chat.loadOlder('bia');
    void ana.chat.loadOlder('bia');
    expect(ana.chat.conversation('bia').olderStatus).toBe('loading');
    await time.pass(100);
    await loading;
    expect(ana.texts('bia')).toEqual(numberTexts(11, 40));
    void ana.chat.loadOlder('bia');
    await time.pass(100);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 40));
    expect(ana.chat.conversation('bia').olderStatus).toBe('none');
    const requestCount = ana.calls.length;
    await ana.chat.loadOlder('bia');
    expect(ana.calls).toHaveLength(requestCount);
  });

  it('is empty when there are no messages', async () => {
    const { ana } = await openConversation();
    const view = ana.chat.conversation('bia');
    expect(view).toMatchObject({ status: 'ready', items: [], olderStatus: 'none' });
    expect(view.partner?.uid).toBe('bia');
  });

  it('shows that older messages failed to load, and retries on request', async () => {
    const { ana, time } = await openConversation(20);
    ana.api.fail = true;
    void ana.chat.loadOlder('bia');
    await time.pass(100);
    expect(ana.chat.conversation('bia').olderStatus).toBe('error');
    ana.api.fail = false;
    void ana.chat.loadOlder('bia');
    await time.pass(100);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 20));
  });

  it('offers older messages again after a failure once it is reloaded', async () => {
    const { ana, time } = await openConversation(20);
    ana.api.fail = true;
    void ana.chat.loadOlder('bia');
    await time.pass(100);
    expect(ana.chat.conversation('bia').olderStatus).toBe('error');
    ana.api.fail = false;
    ana.setUp(false);
    ana.setUp(true);
    await time.pass(100);
    expect(ana.chat.conversation('bia').olderStatus).toBe('more');
  });

  it('detects a gap at once and loads missing messages, without a reconnection', async () => {
    const { ana, time, server, sendMessageFrom } = await openConversation(5);
    server.behaviour.lose = true;
    for (let count = 0; count < 70; count += 1) sendMessageFrom();
    server.behaviour.lose = false;
    sendMessageFrom();
    await time.pass(1_000);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 76));
  });

  it('loads missing messages also when the first attempt fails', async () => {
    const { ana, time, server, sendMessageFrom } = await openConversation(5);
    server.behaviour.lose = true;
    sendMessageFrom();
    server.behaviour.lose = false;
    ana.api.fail = true;
    sendMessageFrom();
    await time.pass(500);
    expect(ana.texts('bia')).toEqual([...numberTexts(1, 5), '7']);
    ana.api.fail = false;
    await time.pass(1_000);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 7));
  });

  it('shows all missed messages after a long absence', async () => {
    const { ana, time, server, sendMessageFrom } = await openConversation(5);
    ana.setUp(false);
    server.behaviour.lose = true;
    for (let count = 0; count < 40; count += 1) sendMessageFrom();
    ana.setUp(true);
    await time.pass(1_000);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 45));
  });

  it('shows an error only without content, and recovers by itself', async () => {
    const environment = setUpEnvironment(3);
    const ana = environment.openAnasTab();
    ana.api.fail = true;
    ana.setUp(true);
    ana.chat.open('bia');
    await environment.time.pass(100);
    expect(ana.chat.conversation('bia').status).toBe('error');
    ana.chat.reload('bia');
    expect(ana.chat.conversation('bia').status).toBe('loading');
    ana.api.fail = false;
    await environment.time.pass(5_000);
    expect(ana.texts('bia')).toEqual(numberTexts(1, 3));
    ana.api.fail = true;
    ana.chat.reload('bia');
    await environment.time.pass(100);
    expect(ana.chat.conversation('bia').status).toBe('ready');
  });

  it('shows an error when the messages load but the partner does not', async () => {
    const environment = setUpEnvironment();
    const ana = environment.openAnasTab();
    ana.api.fail = 'partner';
    ana.setUp(true);
    ana.chat.open('bia');
    await environment.time.pass(100);
    expect(ana.chat.conversation('bia').status).toBe('error');
    ana.api.fail = false;
    await environment.time.pass(5_000);
    expect(ana.chat.conversation('bia').status).toBe('ready');
  });

  it('counts as read for a person who sees its messages, even if they leave before all are loaded', async () => {
    const environment = setUpEnvironment(3);
    const ana = environment.openAnasTab();
    ana.api.fail = 'partner';
    ana.setUp(true);
    ana.chat.open('bia');
    await environment.time.pass(100);
    ana.chat.close('bia');
    expect(ana.calls).toContain('markRead');
  });

  it('returns the same object as long as nothing changes', async () => {
    const { ana, sendMessageFrom, time } = await openConversation(3);
    const view = ana.chat.conversation('bia');
    expect(ana.chat.conversation('bia')).toBe(view);
    expect(ana.chat.partners()).toBe(ana.chat.partners());
    sendMessageFrom();
    await time.pass(100);
    const nextView = ana.chat.conversation('bia');
    expect(nextView).not.toBe(view);
    expect(nextView.items[0]).toBe(view.items[0]);
  });
});

describe('reading', () => {
  const readCallCount = (tab: FakeTab) => tab.calls.filter((call) => call === 'markRead').length;

  it('clears the unread mark when a conversation is opened, and reports it to the server', async () => {
    const environment = setUpEnvironment(3);
    const ana = environment.openAnasTab();
    ana.setUp(true);
    await environment.time.pass(100);
    expect(ana.chat.partners()).toMatchObject({ unreadConversations: 1 });
    expect(ana.chat.partners().partners[0]?.unreadCount).toBe(3);
    ana.chat.open('bia');
    await environment.time.pass(100);
    expect(ana.chat.partners()).toMatchObject({ unreadConversations: 0 });
    expect(environment.server.partnerOf('ana', 'bia').unreadCount).toBe(0);
  });

  it('marks new messages as read while the conversation is on screen, and none while the tab is hidden', async () => {
    const { ana, sendMessageFrom, time, server } = await openConversation(1);
    sendMessageFrom();
    await time.pass(100);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(0);
    ana.show(false);
    const callCountBefore = readCallCount(ana);
    sendMessageFrom();
    await time.pass(100);
    expect(readCallCount(ana)).toBe(callCountBefore);
    expect(ana.chat.conversation('bia').partner?.unreadCount).toBe(1);
    ana.show(true);
    await time.pass(100);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(0);
    expect(readCallCount(ana)).toBe(callCountBefore + 1);
    ana.show(true);
    await time.pass(100);
    expect(readCallCount(ana)).toBe(callCountBefore + 1);
  });

  it('marks new messages of a closed conversation as unread', async () => {
    const { ana, sendMessageFrom, time } = await openConversation(1);
    ana.chat.close('bia');
    sendMessageFrom();
    await time.pass(100);
    expect(ana.chat.partners().unreadConversations).toBe(1);
  });

  it('sends a failed read mark again without showing the conversation as unread', async () => {
    const { ana, sendMessageFrom, time, server } = await openConversation(1);
    ana.api.fail = true;
    sendMessageFrom();
    await time.pass(500);
    expect(ana.chat.partners().unreadConversations).toBe(0);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(1);
    ana.api.fail = false;
    await time.pass(5_000);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(0);
  });

  it('marks nothing as read for a person who left before any message was on screen', async () => {
    const environment = setUpEnvironment(3);
    const ana = environment.openAnasTab();
    ana.chat.open('bia');
    await environment.time.pass(100);
    ana.chat.close('bia');
    ana.setUp(true);
    await environment.time.pass(60_000);
    expect(readCallCount(ana)).toBe(0);
    expect(environment.server.partnerOf('ana', 'bia').unreadCount).toBe(3);
  });

  it('marks only what was on screen when the network returns after the person has left', async () => {
    const { ana, sendMessageFrom, time, server } = await openConversation(1);
    ana.chat.close('bia');
    ana.api.fail = 'markRead';
    sendMessageFrom();
    ana.chat.open('bia');
    await time.pass(500);
    ana.chat.close('bia');
    ana.setUp(false);
    for (let count = 0; count < 5; count += 1) sendMessageFrom();
    ana.api.fail = false;
    ana.setUp(true);
    await time.pass(60_000);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(5);
    expect(ana.chat.partners()).toMatchObject({ unreadConversations: 1 });
    expect(ana.chat.partners().partners[0]?.unreadCount).toBe(5);
  });

  it('leaves messages after a gap unread until the gap is filled', async () => {
    const { ana, sendMessageFrom, time, server } = await openConversation(5);
    server.behaviour.lose = true;
    sendMessageFrom();
    server.behaviour.lose = false;
    ana.api.fail = 'messages';
    sendMessageFrom();
    await time.pass(100);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(2);
    ana.api.fail = false;
    await time.pass(5_000);
    expect(server.partnerOf('ana', 'bia').unreadCount).toBe(0);
  });

  it('sends no read mark for own messages', async () => {
    const { ana, time } = await openConversation(1);
    const callCountBefore = readCallCount(ana);
    ana.chat.send('bia', 'oi');
    await time.pass(100);
    expect(ana.states('bia')).toEqual(['received', 'sent']);
    expect(readCallCount(ana)).toBe(callCountBefore);
  });

  it('shows what another device and the partner have read', async () => {
    const environment = setUpEnvironment(2);
    const [here, there] = [environment.openAnasTab(), environment.openAnasTab()];
    here.setUp(true);
    there.setUp(true);
    await environment.time.pass(100);
    there.chat.open('bia');
    await environment.time.pass(100);
    expect(here.chat.partners().unreadConversations).toBe(0);
    there.chat.send('bia', 'oi');
    here.chat.open('bia');
    await environment.time.pass(100);
    expect(here.states('bia').at(-1)).toBe('sent');
    environment.server.markRead('bia', 'ana');
    await environment.time.pass(100);
    expect(here.states('bia')).toEqual(['received', 'received', 'read']);
    expect(there.states('bia')).toEqual(['received', 'received', 'read']);
  });
});
