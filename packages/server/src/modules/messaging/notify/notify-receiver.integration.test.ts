import { randomUUID } from 'node:crypto';
import type { Notification } from '@guilda/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { buildUser } from '../../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { delayUnreadTasks, runUnreadTasks } from '../../../../test/fixtures/server/unread-tasks.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
let anaSockets: TestSocket[];
let biaSockets: TestSocket[];

beforeAll(async () => {
  app = await startTestApp();
  await delayUnreadTasks(app.pool);
});
afterAll(() => app.close());
beforeEach(async () => {
  const [a, b] = ['Ana', 'Bia'].map((shortName) => `${shortName}${randomUUID().slice(0, 8)}`);
  const signInTwice = async (name = '') =>
    [await app.signIn(name), await app.signIn(name)] as const;
  const [as, bs] = [await signInTwice(a), await signInTwice(b)];
  [ana, bia] = [as[0], bs[0]];
  const connectAll = (people: readonly TestPerson[]) =>
    Promise.all(people.map((person) => connectSocket(app.url, person)));
  [anaSockets, biaSockets] = [await connectAll(as), await connectAll(bs)];
  return () => {
    for (const socket of [...anaSockets, ...biaSockets]) socket.close();
  };
});

const refusedAck = { ok: false, error: 'Acesso negado.', code: 'forbidden' };

/** Sends a message from Bia. */
const writeMessage = (message: string, receiverId = ana.uid) =>
  biaSockets[0]
    ?.send('sendMessage', { receiverId, message })
    .then((ack) => expect(ack).toMatchObject({ ok: true }));

/** Sends the event `notification` from Bia's client. */
const sendNotification = (receiverId = ana.uid, extraFields: object = {}, device = biaSockets[0]) =>
  device?.send('notification', { receiverId, type: 'message', content: 'Oi!', ...extraFields });

/** Contents of a person's notifications. */
const notificationContents = (uid = ana.uid) =>
  app.pool
    .query<{ content: string }>('SELECT content FROM notifications WHERE receiver_id = $1', [uid])
    .then(({ rows }) => rows.map(({ content }) => content));

/** Makes Bia's messages older. */
const ageMessages = (seconds: number) =>
  app.pool.query(
    `UPDATE messages SET sent_at = sent_at - make_interval(secs => $2) WHERE sender_id = $1`,
    [bia.uid, seconds],
  );

describe('a `notification` event for a sent message', () => {
  it('creates a notification from the stored message, on every device', async () => {
    await writeMessage('Posso entregar hoje?');
    const forgedFields = {
      id: randomUUID(),
      content: 'Seu pagamento falhou: https://evil.example',
      senderId: ana.uid,
      senderName: 'Suporte',
      senderAvatar: 'https://evil.example/x.png',
      senderBadges: ['admin'],
      additionalInfo: { paymentId: randomUUID() },
      read: true,
      createdAt: '1999-01-01T00:00:00.000Z',
    };
    expect(await sendNotification(ana.uid, forgedFields)).toEqual({ ok: true });
    const expectedNotification: Partial<Notification> = {
      type: 'message',
      senderId: bia.uid,
      receiverId: ana.uid,
      content: 'Posso entregar hoje?',
      senderName: bia.user.displayName,
      senderAvatar: null,
      senderBadges: ['newbie'],
      additionalInfo: { event: 'message' },
      read: false,
    };
    const unreadNotifications = await ana.api.notifications.listUnread({
      params: { uid: ana.uid },
    });
    expect(unreadNotifications).toEqual([expect.objectContaining(expectedNotification)]);
    for (const socket of anaSockets)
      expect(await socket.waitFor('notification')).toEqual(unreadNotifications);
    expect(biaSockets[0]?.payloadsOf('notification')).toEqual([]);
  });

  it('notifies about the newest message, and about each later one', async () => {
    await writeMessage('um');
    await writeMessage('dois');
    expect(await sendNotification()).toEqual({ ok: true });
    expect(await notificationContents()).toEqual(['dois']);
    await anaSockets[0]?.waitFor('notification');
    await writeMessage('três');
    expect(await sendNotification()).toEqual({ ok: true });
    const receivedNotifications = await anaSockets[0]?.waitFor('notification', 2);
    expect(receivedNotifications?.map(({ content }) => content)).toEqual(['dois', 'três']);
    expect(await notificationContents()).toEqual(['três']);
  });

  it('waits for messages of the socket in flight', async () => {
    for (const message of ['Oi', 'Fim']) {
      const [, answer] = await Promise.all([writeMessage(message), sendNotification()]);
      expect(answer).toEqual({ ok: true });
      expect(await notificationContents()).toEqual([message]);
    }
  });

  it('waits for all messages in flight', async () => {
    const [, first, , second] = await Promise.all([
      writeMessage('Oi'),
      sendNotification(),
      writeMessage('Fim'),
      sendNotification(),
    ]);
    // If both messages are stored in one batch, one of the two events records a notification about the newer message,
    // and the other event is refused.
    const successes = [first, second].filter((answer) => answer?.ok);
    expect(successes.length).toBeGreaterThan(0);
    for (const answer of [first, second]) expect([{ ok: true }, refusedAck]).toContainEqual(answer);
    expect(await notificationContents()).toEqual(['Fim']);
  });

  it('truncates the content', async () => {
    await writeMessage('a '.repeat(900).trim());
    await sendNotification();
    const [content] = await notificationContents();
    expect(content).toMatch(/^(a )+a…$/);
    expect(content?.length).toBeLessThanOrEqual(300);
  });

  it('notifies once per message, from several devices at once', async () => {
    await writeMessage('Oi');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => sendNotification(ana.uid, {}, biaSockets[n % 2])),
    );
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(1);
    for (const answer of answers.filter((each) => !each?.ok)) expect(answer).toEqual(refusedAck);
    await writeMessage('Fim');
    await sendNotification();
    const receivedNotifications = await anaSockets[0]?.waitFor('notification', 2);
    expect(receivedNotifications?.map(({ content }) => content)).toEqual(['Oi', 'Fim']);
  });

  it('adds nothing when the server has notified already', async () => {
    await writeMessage('Oi');
    await runUnreadTasks(app.pool);
    await anaSockets[0]?.waitFor('notification');
    expect(await sendNotification()).toEqual({ ok: true });
    await writeMessage('Fim');
    await sendNotification();
    const receivedNotifications = await anaSockets[0]?.waitFor('notification', 2);
    expect(receivedNotifications?.map(({ content }) => content)).toEqual(['Oi', 'Fim']);
  });

  it.each([
    [
      'has muted the sender',
      () => ana.api.messaging.muteConversation({ params: { otherUid: bia.uid } }),
    ],
    [
      'has read it',
      () => ana.api.messaging.readMessages({ body: { senderId: bia.uid, receiverId: ana.uid } }),
    ],
  ])('is answered alike, and tells nothing, where the receiver %s', async (_, changeReceiver) => {
    await writeMessage('Oi');
    await changeReceiver();
    expect(await sendNotification()).toEqual({ ok: true });
    expect(await sendNotification()).toEqual(refusedAck);
    expect(await notificationContents()).toEqual([]);
  });
});

describe('no notification is created', () => {
  beforeEach(() => writeMessage('Oi'));

  it.each([
    'payment',
    'friend_request',
    'achievement',
    'gift',
    'call',
    'like',
    'comment',
    'admin',
    '',
  ])('of the type %j', async (type) => {
    expect(await sendNotification(ana.uid, { type })).toEqual(refusedAck);
    expect(await notificationContents()).toEqual([]);
  });

  it.each([null, 7, 'x', [], {}])('for the payload %j', async (payload) => {
    expect(await biaSockets[0]?.send('notification', payload)).toEqual(refusedAck);
  });

  it('to oneself, an unknown person, or somebody without a message', async () => {
    const [carla, gone] = [await buildUser(app.pool), await buildUser(app.pool)];
    // Ana writes to Carla, but Bia has sent Carla no message and therefore may not notify her.
    const [anas1] = anaSockets;
    await anas1?.send('sendMessage', { receiverId: carla, message: 'Oi' });
    await app.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [gone]);
    for (const uid of [bia.uid, randomUUID(), 'x', carla, gone]) {
      expect(await sendNotification(uid)).toEqual(refusedAck);
    }
    expect(await notificationContents(bia.uid)).toEqual([]);
    expect(await notificationContents(carla)).toEqual([]);
  });

  it('by somebody who only received messages', async () => {
    const payload = { receiverId: bia.uid, type: 'message', content: 'Oi!' };
    expect(await anaSockets[0]?.send('notification', payload)).toEqual(refusedAck);
    expect(await notificationContents(bia.uid)).toEqual([]);
  });

  it('about messages older than a minute', async () => {
    await ageMessages(61);
    expect(await sendNotification()).toEqual(refusedAck);
    expect(await notificationContents()).toEqual([]);
    await ageMessages(-61);
    expect(await sendNotification()).toEqual({ ok: true });
  });

  it.each(['sender', 'receiver'])('across a block that the %s has set since', async (role) => {
    const [blocker, blocked] = role === 'sender' ? [bia, ana] : [ana, bia];
    await blocker.api.users.blockUser({ params: { uid: blocked.uid } });
    expect(await sendNotification()).toEqual(refusedAck);
    expect(await notificationContents()).toEqual([]);
  });

  it.each(['suspended_at', 'deleted_at'])('to whom is gone since, by %s', async (column) => {
    await app.pool.query(`UPDATE users SET ${column} = now() WHERE uid = $1`, [ana.uid]);
    expect(await sendNotification()).toEqual(refusedAck);
    expect(await notificationContents()).toEqual([]);
  });
});
