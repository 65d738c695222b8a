import type { Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { readInbox } from '../inbox/inbox-queries.ts';

let app: TestApp;
let pairCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function sendMessage(
  from: TestPerson,
  to: TestPerson,
  message: Partial<Message>,
): Promise<Message> {
  const socket = await connectSocket(app.url, from);
  const ack = await socket.send('sendMessage', { receiverId: to.uid, ...message });
  socket.close();
  return (ack as { message: Message }).message;
}

const readConversation = (reader: TestPerson, sender: TestPerson) =>
  reader.api.messaging.readMessages({ body: { senderId: sender.uid, receiverId: reader.uid } });

const setBlock = (blocker: TestPerson, { uid }: TestPerson, method: 'PUT' | 'DELETE') =>
  blocker.fetch(`/api/users/${uid}/block`, { method });

/** Bia writes two messages to Ana, who reads the first one. */
async function createPartlyReadConversation() {
  pairCount += 1;
  const [ana, bia] = [await app.signIn(`Ana${pairCount}`), await app.signIn(`Bia${pairCount}`)];
  await sendMessage(bia, ana, { message: 'Antes' });
  await readConversation(ana, bia);
  const unread = await sendMessage(bia, ana, { message: 'Leu?' });
  const readAnas = () => readingShownTo(ana, bia);
  const readBias = () => readingShownTo(bia, ana);
  return { ana, bia, unread, readAnas, readBias };
}

/** What the answers tell a person about the partner's reading, as numbers of messages. */
async function readingShownTo(person: TestPerson, partner: TestPerson) {
  const { api, uid } = person;
  const answer = await api.messaging.getPartner({ params: { otherUid: partner.uid } });
  const list = await api.messaging.listPartners({ params: { uid }, query: {} });
  const history = await api.messaging.listMessages({
    params: { myUid: uid, otherUid: partner.uid },
    query: {},
  });
  const partners = [answer.partner, ...list.users.filter((user) => user.uid === partner.uid)];
  const messages = [
    ...history.messages,
    ...partners.flatMap(({ lastMessage }) => lastMessage ?? []),
  ];
  const readSeqs = messages
    .filter(({ senderId, readAt }) => senderId === uid && readAt !== null)
    .map(({ seq }) => seq);
  return Math.max(0, ...readSeqs, ...partners.map(({ readSeq }) => readSeq));
}

it.each(['blocker', 'blocked person'])(
  'what the %s reads across a block is in no answer to the other one',
  async (reader) => {
    const { ana, bia, unread, readBias } = await createPartlyReadConversation();
    await (reader === 'blocker' ? setBlock(ana, bia, 'PUT') : setBlock(bia, ana, 'PUT'));
    const shownBefore = await readBias();
    await readConversation(ana, bia);
    expect(await readBias()).toBe(shownBefore);
    // A message that is sent again is answered with the stored one.
    const { id, message } = unread;
    expect((await sendMessage(bia, ana, { id, message }))?.readAt ?? null).toBeNull();
    // Another device of the sender gets the message from the inbox.
    const entries = await readInbox(app.pool, bia.uid, 0, 10);
    expect(entries.map((entry) => entry.message.readAt)).toEqual([null, null]);
    const { partner } = await ana.api.messaging.getPartner({ params: { otherUid: bia.uid } });
    expect(partner.unreadCount).toBe(0);
  },
);

it('nobody sees what the other one has read while there is a block, and both see it again afterwards', async () => {
  const { ana, bia, readAnas, readBias } = await createPartlyReadConversation();
  await sendMessage(ana, bia, { message: 'Sim.' });
  await readConversation(bia, ana);
  expect([await readAnas(), await readBias()]).toEqual([3, 1]);
  await setBlock(ana, bia, 'PUT');
  expect([await readAnas(), await readBias()]).toEqual([0, 0]);
  await setBlock(bia, ana, 'PUT');
  await setBlock(ana, bia, 'DELETE');
  expect([await readAnas(), await readBias()]).toEqual([0, 0]);
  await setBlock(bia, ana, 'DELETE');
  expect([await readAnas(), await readBias()]).toEqual([3, 1]);
  await readConversation(ana, bia);
  expect(await readBias()).toBe(3);
});
