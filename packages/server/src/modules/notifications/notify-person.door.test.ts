import { randomUUID } from 'node:crypto';
import type { Notification } from '@guilda/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { addUserRow } from '../../../test/rows.ts';
import { connect, type TestSocket } from '../../../test/sockets.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
let anas: TestSocket[];
let bias: TestSocket;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const name = (short: string) => `${short}${randomUUID().slice(0, 8)}`;
  const own = name('Ana');
  [ana, bia] = await Promise.all([app.person(own), app.person(name('Bia'))]);
  anas = [await connect(app.url, ana), await connect(app.url, await app.person(own))];
  bias = await connect(app.url, bia);
  return () => {
    for (const socket of [...anas, bias]) socket.close();
  };
});

const refused = { ok: false, error: 'Acesso negado.', code: 'forbidden' };

const tell = (receiverId: string, content: unknown = 'Oi!', more: object = {}) =>
  bias.send('notification', { receiverId, type: 'message', content, ...more });

const told = (uid = ana.uid) =>
  app.pool
    .query('SELECT content FROM notifications WHERE receiver_id = $1', [uid])
    .then(({ rows }) => rows.map((row) => row.content as string));

describe('a client that tells of a message', () => {
  it('is stored and reaches every device, under the name the server knows', async () => {
    const lies = {
      id: randomUUID(),
      senderId: ana.uid,
      senderName: 'Suporte',
      senderAvatar: 'https://evil.example/x.png',
      senderBadges: ['admin'],
      additionalInfo: { paymentId: randomUUID() },
      read: true,
      createdAt: '1999-01-01T00:00:00.000Z',
    };
    expect(await tell(ana.uid, 'Oi!', lies)).toEqual({ ok: true });
    const expected: Partial<Notification> = {
      type: 'message',
      senderId: bia.uid,
      receiverId: ana.uid,
      content: 'Oi!',
      senderName: bia.user.displayName,
      senderAvatar: null,
      senderBadges: ['newbie'],
      additionalInfo: { event: 'message' },
      read: false,
    };
    const unread = await ana.api.notifications.listUnread({ params: { uid: ana.uid } });
    expect(unread).toEqual([expect.objectContaining(expected)]);
    for (const socket of anas) expect(await socket.until('notification')).toEqual(unread);
    expect(bias.all('notification')).toEqual([]);
  });

  it('renews the one that is there', async () => {
    await tell(ana.uid, 'um');
    // Read before it was told, it would not be told at all.
    await anas[0]?.until('notification');
    const uid = ana.uid;
    await ana.api.notifications.markAllRead({ params: { uid } });
    await tell(uid, 'dois');
    const heard = await anas[0]?.until('notification', 2);
    expect(heard?.map(({ content }) => content)).toEqual(['um', 'dois']);
    const unread = await ana.api.notifications.listUnread({ params: { uid } });
    expect(unread.map(({ content }) => content)).toEqual(['dois']);
  });

  it('says as much as there is room for', async () => {
    await tell(ana.uid, 'a '.repeat(900));
    expect((await told())[0]).toMatch(/^(a )+a…$/);
    expect((await told())[0]?.length).toBeLessThanOrEqual(300);
  });

  it('many at once leave one', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => tell(ana.uid, String(n))));
    expect(await told()).toHaveLength(1);
  });
});

describe('nothing is told', () => {
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
    expect(await tell(ana.uid, 'Oi!', { type })).toEqual(refused);
    expect(await told()).toEqual([]);
  });

  it.each([null, '', ' \n ', 7, { a: 1 }, 'x'.repeat(1_000_000)])(
    'with the content %#',
    async (content) => {
      expect(await tell(ana.uid, content)).toEqual(refused);
      expect(await told()).toEqual([]);
    },
  );

  it.each([null, 7, 'x', [], {}])('for the payload %j', async (payload) => {
    expect(await bias.send('notification', payload)).toEqual(refused);
  });

  it('to oneself, to nobody, or to those who are gone or suspended', async () => {
    const gone = await addUserRow(app.pool, { deleted_at: new Date() });
    const suspended = await addUserRow(app.pool, { suspended_at: new Date() });
    for (const uid of [bia.uid, randomUUID(), 'x', gone, suspended]) {
      expect(await tell(uid)).toEqual(refused);
      expect(await told(bia.uid)).toEqual([]);
    }
  });

  it.each(['sender', 'receiver'])('across a block that the %s set', async (who) => {
    const [blocker, blocked] = who === 'sender' ? [bia, ana] : [ana, bia];
    await blocker.api.users.blockUser({ params: { uid: blocked.uid } });
    expect(await tell(ana.uid)).toEqual(refused);
    expect(await told()).toEqual([]);
  });

  it('to who has muted the sender, who does not learn of it', async () => {
    const [low, high] = [ana.uid, bia.uid].toSorted();
    const id = randomUUID();
    await app.pool.query('INSERT INTO conversations (id, low_id, high_id) VALUES ($1, $2, $3)', [
      id,
      low,
      high,
    ]);
    await app.pool.query(
      `INSERT INTO conversation_members (conversation_id, uid, muted_at) VALUES ($1, $2, now())`,
      [id, ana.uid],
    );
    expect(await tell(ana.uid)).toEqual({ ok: true });
    expect(await told()).toEqual([]);
  });
});

it('may be done twenty times in ten seconds', async () => {
  const narrow = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const [caio, dora] = [await narrow.person('Caio'), await narrow.person('Dora')];
    const socket = await connect(narrow.url, caio);
    const notice = { receiverId: dora.uid, type: 'message', content: 'Oi!' };
    const answers = [];
    for (let n = 0; n < 21; n += 1) answers.push(await socket.send('notification', notice));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect(answers[20]).toMatchObject({ ok: false, code: 'rate_limited' });
    socket.close();
  } finally {
    await narrow.close();
  }
});
