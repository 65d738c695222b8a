import fc from 'fast-check';
import { expect, it } from 'vitest';
import { START_MS } from '../testing/fake-messages.ts';
import { partnerUids, setUpPartners } from '../testing/fake-partners.ts';

it('the list shows fifteen people, the last active first, and more on request', async () => {
  const { ana, time } = setUpPartners(20);
  ana.setUp(true);
  expect(ana.chat.partners().status).toBe('loading');
  await time.pass(100);
  expect(ana.chat.partners()).toMatchObject({ status: 'ready', hasMore: true, loadingMore: false });
  expect(partnerUids(ana)).toEqual(Array.from({ length: 15 }, (_, index) => `p${20 - index}`));
  const loading = ana.chat.loadMorePartners();
  expect(ana.chat.partners().loadingMore).toBe(true);
  await time.pass(100);
  await loading;
  expect(partnerUids(ana)).toHaveLength(20);
  expect(ana.chat.partners().hasMore).toBe(false);
});

it('people of orders without messages stand where the server lists them, and conversations that were only opened do not', async () => {
  const { ana, time, server, sendMessageFrom } = setUpPartners(2);
  const { orderPeople } = server.behaviour;
  orderPeople.set('oldest', START_MS - 2);
  orderPeople.set('older', START_MS - 1);
  orderPeople.set('seller', START_MS + 0.2);
  orderPeople.set('buyer', START_MS + 0.8);
  ana.setUp(true);
  ana.chat.open('curious');
  await time.pass(100);
  expect(ana.chat.conversation('curious').partner?.uid).toBe('curious');
  expect(partnerUids(ana)).toEqual(['p2', 'buyer', 'seller', 'p1', 'older', 'oldest']);
  sendMessageFrom('seller');
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['seller', 'p2', 'buyer', 'p1', 'older', 'oldest']);
  // The person below the buyer moves up, and the buyer stays.
  sendMessageFrom('p1');
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['p1', 'seller', 'p2', 'buyer', 'older', 'oldest']);
});

it('a new buyer without messages stands above older conversations', async () => {
  const { ana, time, server } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  server.behaviour.orderPeople.set('buyer', START_MS + 100);
  ana.chat.reload();
  await time.pass(100);
  expect(partnerUids(ana).slice(0, 2)).toEqual(['buyer', 'p20']);
});

it('only people of orders are listed in the order of the server', async () => {
  const { ana, time, server, sendMessageFrom } = setUpPartners(0);
  server.behaviour.orderPeople.set('first', START_MS - 2);
  server.behaviour.orderPeople.set('second', START_MS - 1);
  ana.setUp(true);
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['second', 'first']);
  sendMessageFrom('first');
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['first', 'second']);
});

it('people of orders without messages stay in the list while more pages are loaded', async () => {
  const { ana, time, server } = setUpPartners(20);
  // The buyer is the last person of the first page.
  server.behaviour.orderPeople.set('buyer', START_MS + 5.5);
  ana.setUp(true);
  await time.pass(100);
  expect(partnerUids(ana)).toHaveLength(15);
  expect(partnerUids(ana).at(-1)).toBe('buyer');
  void ana.chat.loadMorePartners();
  await time.pass(100);
  expect(partnerUids(ana)).toHaveLength(21);
  expect(partnerUids(ana).slice(13, 16)).toEqual(['p7', 'buyer', 'p6']);
});

it('the list counts unread conversations beyond the loaded pages', async () => {
  const { ana, time, sendMessageFrom } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(20);
  sendMessageFrom('p1');
  sendMessageFrom('new');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(21);
  expect(partnerUids(ana).slice(0, 2)).toEqual(['new', 'p1']);
  void ana.chat.loadMorePartners();
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(21);
});

it('a conversation beyond the loaded pages that was read on another device is counted no more', async () => {
  const { ana, time, server } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  server.markRead('ana', 'p1');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(19);
  ana.api.fail = 'count';
  server.markRead('ana', 'p2');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(19);
  ana.api.fail = false;
  await time.pass(2_000);
  expect(ana.chat.partners().unreadConversations).toBe(18);
});

it('a whole list is not counted again when a conversation was read', async () => {
  const { ana, time, server } = setUpPartners(3);
  ana.setUp(true);
  await time.pass(100);
  server.markRead('ana', 'p1');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(2);
  expect(ana.calls).not.toContain('count');
});

it('a conversation beyond the loaded pages that is opened by a link is counted no more, even if it is counted before it is marked', async () => {
  const { ana, time } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  ana.api.fail = 'markRead';
  ana.chat.open('p1');
  await time.pass(100);
  ana.api.fail = false;
  await time.pass(2_000);
  expect(ana.chat.partners().unreadConversations).toBe(19);
});

it('an outdated count that arrives late is not used', async () => {
  let delayMs = 1;
  const { ana, time, server } = setUpPartners(20, () => delayMs);
  ana.setUp(true);
  await time.pass(100);
  ana.show(false);
  ana.chat.open('p1');
  await time.pass(2);
  expect(ana.calls.at(-1)).toBe('count');
  delayMs = 500;
  await time.pass(1);
  delayMs = 1;
  server.markRead('ana', 'p2');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(19);
  await time.pass(1_000);
  expect(ana.chat.partners().unreadConversations).toBe(19);
});

it('a conversation of the loaded page that is opened while the list is counted is not counted beyond it', async () => {
  const randomDelays = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
  await fc.assert(
    fc.asyncProperty(randomDelays, fc.nat({ max: 30 }), async (delays, openedAfterMs) => {
      const { ana, time } = setUpPartners(20, () => delays.next().value);
      ana.setUp(true);
      await time.pass(openedAfterMs);
      ana.chat.open('p20');
      await time.pass(1_000);
      expect(ana.chat.partners().unreadConversations).toBe(19);
    }),
  );
});

it('a conversation of the loaded page whose mark reaches the server after a count is not counted beyond it', async () => {
  const { ana, time } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  ana.api.fail = 'markRead';
  ana.chat.open('p20');
  ana.chat.reload();
  await time.pass(100);
  ana.api.fail = false;
  await time.pass(2_000);
  expect(ana.chat.partners().unreadConversations).toBe(19);
});

it('reading a conversation of the loaded page counts nothing again', async () => {
  const { ana, time, sendMessageFrom } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  ana.chat.open('p20');
  await time.pass(100);
  ana.calls.length = 0;
  sendMessageFrom('p20');
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(19);
  expect(ana.calls).toEqual(['markRead']);
});

it('a conversation beyond the loaded pages that is muted on another device is counted no more', async () => {
  const { ana, time, server } = setUpPartners(20);
  ana.setUp(true);
  await time.pass(100);
  server.behaviour.muted.add('p1');
  server.emit(['ana'], 'conversationChanged', { otherId: 'p1' });
  await time.pass(100);
  expect(ana.chat.partners().unreadConversations).toBe(19);
});

it('a new message moves its sender to the top of the list with its text', async () => {
  const { ana, time, sendMessageFrom } = setUpPartners(3);
  ana.setUp(true);
  await time.pass(100);
  sendMessageFrom('p1');
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['p1', 'p3', 'p2']);
  expect(ana.chat.partners().partners[0]).toMatchObject({
    unreadCount: 2,
    lastMessage: { message: '4' },
  });
  ana.chat.send('p2', 'oi');
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['p2', 'p1', 'p3']);
});

it('the list is loaded again on a reconnection, with as many people as before', async () => {
  const { ana, time, server, sendMessageFrom } = setUpPartners(40);
  ana.setUp(true);
  await time.pass(100);
  void ana.chat.loadMorePartners();
  await time.pass(100);
  ana.setUp(false);
  server.behaviour.lose = true;
  sendMessageFrom('p1');
  ana.setUp(true);
  await time.pass(100);
  expect(partnerUids(ana).slice(0, 2)).toEqual(['p1', 'p40']);
  expect(ana.chat.partners().hasMore).toBe(true);
});

it('the list is loaded without a socket too, and again after a failure', async () => {
  const { ana, time } = setUpPartners(3);
  await time.pass(1_100);
  expect(ana.chat.partners().status).toBe('error');
  ana.chat.reload();
  expect(ana.chat.partners().status).toBe('loading');
  ana.setUp(true);
  await time.pass(100);
  expect(ana.chat.partners().status).toBe('ready');
});

it('a conversation is muted at once, and restored when the server refuses it', async () => {
  const { ana, time } = setUpPartners(1);
  ana.setUp(true);
  await time.pass(100);
  const isMuted = () => ana.chat.partners().partners[0]?.muted;
  expect(ana.chat.partners().unreadConversations).toBe(1);
  const muteRequest = ana.chat.setMuted('p1', true);
  expect(isMuted()).toBe(true);
  expect(ana.chat.partners().unreadConversations).toBe(0);
  await time.pass(100);
  await muteRequest;
  ana.api.fail = true;
  const refusedUnmute = expect(ana.chat.setMuted('p1', false)).rejects.toThrow();
  expect(isMuted()).toBe(false);
  await time.pass(100);
  await refusedUnmute;
  expect(isMuted()).toBe(true);
});

it('a partner is loaded again when the conversation has changed', async () => {
  const { ana, time, server } = setUpPartners(1);
  ana.setUp(true);
  await time.pass(100);
  server.behaviour.muted.add('p1');
  server.emit(['ana'], 'conversationChanged', { otherId: 'p1' });
  await time.pass(100);
  expect(ana.chat.partners().partners[0]?.muted).toBe(true);
});

it('the list does nothing any more once it is stopped', async () => {
  const { ana, time, sendMessageFrom } = setUpPartners(1);
  ana.setUp(true);
  ana.chat.open('p1');
  await time.pass(100);
  ana.chat.stop();
  const [calls, changes] = [ana.calls.length, ana.changes()];
  sendMessageFrom('p1');
  sendMessageFrom('new');
  ana.setUp(false);
  ana.setUp(true);
  await time.pass(60_000);
  expect([ana.calls.length, ana.changes()]).toEqual([calls, changes]);
});
