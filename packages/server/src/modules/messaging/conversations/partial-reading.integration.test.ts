import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { delayUnreadTasks, runUnreadTasks } from '../../../../test/fixtures/server/unread-tasks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await delayUnreadTasks(app.pool);
});
afterAll(() => app.close());

let pairCount = 0;

async function sendMessages(from: TestPerson, to: TestPerson, count: number): Promise<void> {
  const socket = await connectSocket(app.url, from);
  for (let number = 1; number <= count; number += 1)
    await socket.send('sendMessage', { receiverId: to.uid, message: `${number}` });
  socket.close();
}

/** Bia has written five messages to Ana, about which Ana has a notification. */
async function createUnreadConversation() {
  pairCount += 1;
  const [ana, bia] = [await app.signIn(`Ana${pairCount}`), await app.signIn(`Bia${pairCount}`)];
  const device = await connectSocket(app.url, ana);
  await sendMessages(bia, ana, 5);
  await runUnreadTasks(app.pool);
  await device.waitFor('notification');
  const read = (seq?: number) =>
    ana.api.messaging.readMessages({ body: { senderId: bia.uid, receiverId: ana.uid, seq } });
  const readState = async () => {
    const { api } = ana;
    const { partner } = await api.messaging.getPartner({ params: { otherUid: bia.uid } });
    return [partner.unreadCount, (await api.notifications.countUnread()).notifications];
  };
  return { ana, bia, device, read, readState };
}

it('messages after the last one that was shown stay unread, and so does the notification about them', async () => {
  const { ana, bia, device, read, readState } = await createUnreadConversation();
  await read(3);
  expect(await device.waitFor('messagesRead')).toMatchObject([
    { readerId: ana.uid, otherId: bia.uid, seq: 3, isAllRead: false },
  ]);
  expect(await readState()).toEqual([2, 1]);
  await read(5);
  expect(await device.waitFor('notificationsRead')).toHaveLength(1);
  expect(await readState()).toEqual([0, 0]);
});

it('own messages need not be shown for the notification to be read, and count as read', async () => {
  const { ana, bia, device, read, readState } = await createUnreadConversation();
  await sendMessages(ana, bia, 1);
  await read(5);
  expect(await device.waitFor('messagesRead')).toMatchObject([{ readerId: ana.uid, seq: 6 }]);
  expect(await readState()).toEqual([0, 0]);
});

it('the position moves forward only, and never beyond the last message', async () => {
  const { bia, device, read, readState } = await createUnreadConversation();
  await read(0);
  expect(await readState()).toEqual([5, 1]);
  await read(4);
  await read(2);
  expect(await readState()).toEqual([1, 1]);
  await read(1_000_000_000_000);
  expect(await readState()).toEqual([0, 0]);
  const positions = await device.waitFor('messagesRead', 2);
  expect(positions.map(({ seq }) => seq)).toEqual([4, 5]);
  const { ana } = await createUnreadConversation();
  await ana.api.messaging.readMessages({
    body: { senderId: bia.uid, receiverId: ana.uid, seq: 1 },
  });
});

it('without a position everything is read', async () => {
  const { read, readState } = await createUnreadConversation();
  await read();
  expect(await readState()).toEqual([0, 0]);
});

it.each([-1, 1.5, '3', null])('the position %j is refused', async (seq) => {
  const { ana, bia } = await createUnreadConversation();
  const response = await ana.fetch('/api/notifications/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ senderId: bia.uid, receiverId: ana.uid, seq }),
  });
  expect(response.status).toBe(400);
});
