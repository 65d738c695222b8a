import { expect, it } from 'vitest';
import { partnerUids, setUpPartners } from '../testing/fake-partners.ts';

/** Twenty people with one unread message each, of whom the list shows the newest fifteen: `p20` to `p6`. */
async function setUpLoadedList() {
  const environment = setUpPartners(20);
  environment.ana.setUp(true);
  await environment.time.pass(100);
  return environment;
}

it('a conversation that was pushed off the loaded pages and read elsewhere during an absence is not listed as unread', async () => {
  const { ana, time, server, sendMessageFrom } = await setUpLoadedList();
  ana.setUp(false);
  server.behaviour.lose = true;
  sendMessageFrom('new');
  server.markRead('ana', 'p6');
  ana.setUp(true);
  await time.pass(100);
  expect(partnerUids(ana)).toEqual(['new', ...Array.from({ length: 14 }, (_, n) => `p${20 - n}`)]);
  expect(ana.chat.partners().unreadConversations).toBe(20);
  void ana.chat.loadMorePartners();
  await time.pass(100);
  expect(partnerUids(ana)).toHaveLength(21);
  expect(ana.chat.partners().partners.find(({ uid }) => uid === 'p6')?.unreadCount).toBe(0);
  expect(ana.chat.partners().unreadConversations).toBe(20);
});

it('a conversation beyond the reloaded pages stays listed while it is on screen, and is loaded when it is opened again', async () => {
  const { ana, time, sendMessageFrom } = await setUpLoadedList();
  ana.chat.open('p6');
  await time.pass(100);
  sendMessageFrom('new');
  await time.pass(100);
  ana.chat.reload();
  await time.pass(100);
  expect(partnerUids(ana)).toContain('p6');
  ana.chat.close('p6');
  ana.chat.reload();
  await time.pass(100);
  expect(partnerUids(ana)).not.toContain('p6');
  ana.chat.open('p6');
  await time.pass(100);
  expect(ana.chat.conversation('p6')).toMatchObject({ status: 'ready', partner: { uid: 'p6' } });
});

it('a conversation beyond the reloaded pages with a message that arrived while they were read stays listed', async () => {
  const { ana, time, sendMessageFrom } = setUpPartners(20, () => 10);
  ana.setUp(true);
  await time.pass(100);
  sendMessageFrom('new');
  await time.pass(100);
  ana.chat.reload();
  // The server has answered by now, without `p6` and its next message; the answer is on its way.
  await time.pass(15);
  sendMessageFrom('p6');
  await time.pass(100);
  expect(partnerUids(ana).slice(0, 2)).toEqual(['p6', 'new']);
});
