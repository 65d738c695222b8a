import { randomUUID } from 'node:crypto';
import type { ChatPartner, Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let personCount = 0;
const createPerson = () => {
  personCount += 1;
  return app.signIn(`Pessoa${personCount}`);
};
const createPeople = (count: number) => Promise.all(Array.from({ length: count }, createPerson));

/** Sends messages as a person and returns them. */
async function sendMessages(
  from: TestPerson,
  to: TestPerson,
  ...texts: string[]
): Promise<Message[]> {
  const socket = await connectSocket(app.url, from);
  const acks = await Promise.all(
    texts.map((message) => socket.send('sendMessage', { receiverId: to.uid, message })),
  );
  socket.close();
  return acks.map((ack) => (ack as { message: Message }).message);
}

const listPartnersOf = async (me: TestPerson, query: { limit?: string; cursor?: string } = {}) =>
  me.api.messaging.listPartners({ params: { uid: me.uid }, query });

const partnerOf = async (person: TestPerson, other: TestPerson): Promise<ChatPartner> =>
  (await person.api.messaging.getPartner({ params: { otherUid: other.uid } })).partner;

const readHistory = async (
  person: TestPerson,
  other: TestPerson,
  query: { lastDocSentAt?: string } = {},
) =>
  (
    await person.api.messaging.listMessages({
      params: { myUid: person.uid, otherUid: other.uid },
      query,
    })
  ).messages;

const readConversation = (reader: TestPerson, sender: TestPerson) =>
  reader.api.messaging.readMessages({ body: { senderId: sender.uid, receiverId: reader.uid } });

const updateUser = (person: TestPerson, change: string) =>
  app.pool.query(`UPDATE users SET ${change} WHERE uid = $1`, [person.uid]);

const blockPerson = (blocker: TestPerson, blockedPerson: TestPerson) =>
  blocker.fetch(`/api/users/${blockedPerson.uid}/block`, { method: 'PUT' });

describe('chat partners', () => {
  it('are listed by last activity, page by page, each with the last message', async () => {
    const [me, ...others] = await createPeople(8);
    if (!me) throw new Error('nobody');
    for (const other of others) await sendMessages(other, me, 'Oi', 'Tudo bem?');
    const pages: ChatPartner[][] = [];
    let cursor: string | undefined;
    do {
      const page = await listPartnersOf(me, { limit: '3', ...(cursor ? { cursor } : {}) });
      pages.push(page.users);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ uid }) => uid)).toEqual(others.map(({ uid }) => uid).reverse());
    expect(pages.flat()[0]).toMatchObject({
      unreadCount: 2,
      muted: false,
      blocked: false,
      writable: true,
      readSeq: 0,
      lastMessage: { message: 'Tudo bem?', seq: 2, readAt: null },
    });
    expect((await listPartnersOf(others[0] as TestPerson)).users).toMatchObject([
      { uid: me.uid, unreadCount: 0 },
    ]);
  });

  it('are visible to the person only', async () => {
    const [me, other] = await createPeople(2);
    const foreignRequest = me?.api.messaging.listPartners({
      params: { uid: other?.uid ?? '' },
      query: {},
    });
    expect(await errorOfCall(foreignRequest as Promise<unknown>)).toMatchObject({ status: 403 });
  });

  it.each([
    ['/api/users/interacted/UID?limit=51', 'Parâmetro inválido.'],
    ['/api/users/interacted/UID?cursor=x', 'Parâmetro inválido.'],
    ['/api/messages/UID/OTHER?limit=0', 'Parâmetro inválido.'],
    ['/api/messages/UID/OTHER?limit=1e9', 'Parâmetro inválido.'],
    ['/api/messages/UID/OTHER?lastDocSentAt=ontem', 'Data inválida.'],
    ['/api/messages/UID/OTHER?lastDocSentAt=2026-02-30T00:00:00Z', 'Data inválida.'],
  ])('are asked for as %s with 400', async (path, error) => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    const response = await me.fetch(path.replace('UID', me.uid).replace('OTHER', other.uid));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
  });

  it('accept edge values of dates', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await sendMessages(other, me, 'Oi');
    for (const [date, expected] of [
      ['0000-01-01T00:00:00+14:00', 0],
      ['9999-12-31T23:59:59-14:00', 1],
    ] as const)
      expect(await readHistory(me, other, { lastDocSentAt: date })).toHaveLength(expected);
  });

  it('count unread messages of the partner, not one’s own', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await sendMessages(other, me, '1');
    await sendMessages(me, other, '2', '3');
    await sendMessages(other, me, '4');
    expect(await partnerOf(me, other)).toMatchObject({ unreadCount: 2 });
    await readConversation(me, other);
    expect(await partnerOf(me, other)).toMatchObject({ unreadCount: 0 });
    expect(await partnerOf(other, me)).toMatchObject({ unreadCount: 2, readSeq: 4 });
  });

  it('are listed when an order is paid', async () => {
    const [seller, buyer] = (await createPeople(2)) as [TestPerson, TestPerson];
    const { buildService } = await import('../../../../test/fixtures/data/builders.ts');
    const serviceId = await buildService(app.pool, seller.uid, { price: 0 });
    await buyer.api.orders.checkout({ body: { serviceId }, idempotencyKey: randomUUID() });
    for (const [one, other] of [
      [seller, buyer],
      [buyer, seller],
    ] as const)
      expect((await listPartnersOf(one)).users).toMatchObject([
        { uid: other.uid, lastMessage: null },
      ]);
  });
});

describe('one chat partner', () => {
  it('may be somebody without a conversation', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await updateUser(other, "discord_id = '77', can_be_called = true");
    expect(await partnerOf(me, other)).toMatchObject({
      uid: other.uid,
      discordId: '77',
      canBeCalled: true,
      lastMessage: null,
      writable: true,
    });
    expect((await listPartnersOf(me)).users).toEqual([]);
  });

  it('is not oneself, nor an unknown person', async () => {
    const [me] = (await createPeople(1)) as [TestPerson];
    const readPartner = (otherUid: string) => me.api.messaging.getPartner({ params: { otherUid } });
    expect(await errorOfCall(readPartner(me.uid))).toMatchObject({ status: 403 });
    expect(await errorOfCall(readPartner(randomUUID()))).toMatchObject({ code: 'user_not_found' });
    expect(await errorOfCall(readPartner('ninguém'))).toMatchObject({ code: 'user_not_found' });
  });

  it('with a private profile becomes visible by messages they send, not by those they receive', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await updateUser(other, "privacy = 'private', discord_id = '78', bio = 'Segredo'");
    const readShownProfile = async () => {
      const user = await me.api.users.getUser({ params: { buyerId: other.uid } });
      return [(await partnerOf(me, other)).discordId, user.bio, user.restricted];
    };
    expect(await readShownProfile()).toEqual([null, null, true]);
    await sendMessages(me, other, 'Abre?');
    expect(await readShownProfile()).toEqual([null, null, true]);
    await sendMessages(other, me, 'Abro.');
    expect(await readShownProfile()).toEqual(['78', 'Segredo', false]);
  });

  it('across a block stays listed, and shows the block to the blocker', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await updateUser(me, "discord_id = '79'");
    await updateUser(other, "discord_id = '80'");
    await sendMessages(me, other, 'Oi');
    await sendMessages(other, me, 'Oi');
    await blockPerson(me, other);
    const noAccess = { writable: false, discordId: null, canBeCalled: false, status: 'offline' };
    expect((await listPartnersOf(me)).users).toMatchObject([{ ...noAccess, blocked: true }]);
    expect((await listPartnersOf(other)).users).toMatchObject([{ ...noAccess, blocked: false }]);
    expect(await readHistory(other, me)).toHaveLength(2);
  });

  it('stays under “Usuário removido” once the account is closed', async () => {
    const [me, other, third] = (await createPeople(3)) as [TestPerson, TestPerson, TestPerson];
    await sendMessages(other, me, 'Adeus');
    await me.api.messaging.muteConversation({ params: { otherUid: other.uid } });
    await other.api.messaging.muteConversation({ params: { otherUid: me.uid } });
    await other.api.users.deleteMe();
    const closed = { displayName: 'Usuário removido', photoURL: null, badges: [], writable: false };
    expect((await listPartnersOf(me)).users).toMatchObject([
      { uid: other.uid, ...closed, muted: true },
    ]);
    expect(await partnerOf(me, other)).toMatchObject(closed);
    expect((await readHistory(me, other))[0]).toMatchObject({ message: 'Adeus' });
    expect(await errorOfCall(partnerOf(third, other))).toMatchObject({ code: 'user_not_found' });
    const { rows } = await app.pool.query(
      `SELECT (SELECT count(*)::int FROM conversation_members WHERE uid = $1
         AND muted_at IS NOT NULL) AS mutes,
       (SELECT count(*)::int FROM session_positions JOIN sessions s ON s.id = session_id
         WHERE s.uid = $1) AS positions`,
      [other.uid],
    );
    expect(rows).toEqual([{ mutes: 0, positions: 0 }]);
  });
});

describe('reading', () => {
  it('moves one position and is emitted to the devices of both', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    const devices: TestSocket[] = [
      await connectSocket(app.url, me),
      await connectSocket(app.url, me),
      await connectSocket(app.url, other),
    ];
    const [first] = await sendMessages(other, me, 'Leu?');
    await readConversation(me, other);
    for (const device of devices)
      expect(await device.waitFor('messagesRead')).toMatchObject([
        { readerId: me.uid, otherId: other.uid, seq: 1 },
      ]);
    const [seen] = await readHistory(other, me);
    expect(seen).toEqual({ ...first, readAt: devices[0]?.payloadsOf('messagesRead')[0]?.readAt });
    await readConversation(me, other);
    await sendMessages(other, me, 'E agora?');
    expect((await readHistory(other, me)).map(({ readAt }) => readAt !== null)).toEqual([
      false,
      true,
    ]);
    expect(devices[0]?.payloadsOf('messagesRead')).toHaveLength(1);
  });

  it('across a block is emitted to one’s own devices only', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    const [mine, theirs] = [await connectSocket(app.url, me), await connectSocket(app.url, other)];
    await sendMessages(other, me, 'Leu?');
    await blockPerson(me, other);
    await readConversation(me, other);
    await mine.waitFor('messagesRead');
    expect(theirs.payloadsOf('messagesRead')).toEqual([]);
  });

  it('is allowed to the receiver only', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await sendMessages(other, me, 'Leu?');
    const foreignRequest = other.api.messaging.readMessages({
      body: { senderId: other.uid, receiverId: me.uid },
    });
    expect(await errorOfCall(foreignRequest)).toMatchObject({ status: 403 });
    expect(await partnerOf(me, other)).toMatchObject({ unreadCount: 1 });
    await me.api.messaging.readMessages({
      body: { senderId: randomUUID(), receiverId: me.uid },
    });
  });
});

describe('a muted conversation', () => {
  it('is not counted as unread, on all devices, until it is unmuted', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    const device = await connectSocket(app.url, me);
    await sendMessages(other, me, 'Oi');
    const countUnread = async () => (await me.api.notifications.countUnread()).conversations;
    expect(await countUnread()).toBe(1);
    const params = { otherUid: other.uid };
    for (let n = 0; n < 2; n += 1) await me.api.messaging.muteConversation({ params });
    expect(await device.waitFor('conversationChanged')).toEqual([{ otherId: other.uid }]);
    expect([await countUnread(), (await partnerOf(me, other)).muted]).toEqual([0, true]);
    await me.api.messaging.unmuteConversation({ params });
    expect([await countUnread(), (await partnerOf(me, other)).muted]).toEqual([1, false]);
  });

  it('without messages is in no list', async () => {
    const [me, other] = (await createPeople(2)) as [TestPerson, TestPerson];
    await me.api.messaging.muteConversation({ params: { otherUid: other.uid } });
    expect([(await listPartnersOf(me)).users, (await listPartnersOf(other)).users]).toEqual([
      [],
      [],
    ]);
    await sendMessages(other, me, 'Oi');
    expect((await listPartnersOf(me)).users).toMatchObject([{ muted: true, unreadCount: 1 }]);
  });
});
