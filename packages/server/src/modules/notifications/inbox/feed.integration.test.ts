import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectSocket,
  openSocket,
  type TestSocket,
} from '../../../../test/fixtures/clients/sockets.ts';
import {
  buildNotification,
  buildPost,
  buildUser,
} from '../../../../test/fixtures/data/builders.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { systemIds } from '../../../ports/ids.ts';
import { recordNotification } from '../index.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
let anaSockets: TestSocket[];
let biaSocket: TestSocket;

beforeAll(async () => {
  app = await startTestApp();
  [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
});
afterAll(() => app.close());
beforeEach(async () => {
  anaSockets = [
    await connectSocket(app.url, ana),
    await connectSocket(app.url, await app.signIn('Ana')),
  ];
  biaSocket = await connectSocket(app.url, bia);
  return () => {
    for (const socket of [...anaSockets, biaSocket]) socket.close();
  };
});

const addNotification = (columns: Readonly<Record<string, unknown>> = {}) =>
  buildNotification(app.pool, ana.uid, columns);

/** Waits until both devices of Ana have received all events; returns the notification events. */
async function waitUntilAllReceived() {
  const lastId = await addNotification({ content: 'o último' });
  const receivedBySocket = await Promise.all(
    anaSockets.map(async (socket) => {
      await expect
        .poll(() => socket.payloadsOf('notification').some(({ id }) => id === lastId))
        .toBe(true);
      return socket.payloadsOf('notification').filter(({ content }) => content !== 'o último');
    }),
  );
  expect(receivedBySocket[0]).toEqual(receivedBySocket[1]);
  return receivedBySocket[0] ?? [];
}

describe('a committed notification', () => {
  it('reaches each device of its receiver once, equal to the list, and nobody else', async () => {
    const postUid = await buildPost(app.pool, ana.uid);
    await bia.api.social.likePost({ params: { uid: postUid } });
    const receivedNotifications = await waitUntilAllReceived();
    const { notifications } = await ana.api.notifications.listNotifications();
    expect(receivedNotifications).toEqual(notifications.filter(({ type }) => type === 'like'));
    expect(receivedNotifications).toHaveLength(1);
    expect(biaSocket.payloadsOf('notification')).toEqual([]);
  });

  it('fifty at once reach each device once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => addNotification()));
    const receivedIds = (await waitUntilAllReceived()).map(({ id }) => id);
    expect(receivedIds.toSorted()).toEqual(ids.toSorted());
  });

  it('that groups likes is emitted again for each, and once for concurrent ones', async () => {
    const postUid = await buildPost(app.pool, ana.uid);
    await bia.api.social.likePost({ params: { uid: postUid } });
    for (const socket of anaSockets) await socket.waitFor('notification');
    const caio = await app.signIn('Caio');
    await caio.api.social.likePost({ params: { uid: postUid } });
    const receivedNotifications = await waitUntilAllReceived();
    expect(receivedNotifications.map(({ content }) => content)).toEqual([
      'Bia curtiu sua publicação “Subi de elo”.',
      'Caio e mais 1 pessoa curtiram sua publicação “Subi de elo”.',
    ]);
    expect(new Set(receivedNotifications.map(({ id }) => id)).size).toBe(1);
    // Removing and repeating a like sends no further event, so each device has only the two events above.
    await caio.api.social.unlikePost({ params: { uid: postUid } });
    await caio.api.social.likePost({ params: { uid: postUid } });
    expect(await waitUntilAllReceived()).toHaveLength(2);
  });

  it('is not emitted when its transaction is rolled back', async () => {
    const newNotification = {
      receiverId: ana.uid,
      senderId: bia.uid,
      source: { type: 'achievement', event: 'reviewed' } as const,
      content: 'Nunca.',
      ids: {},
      dedupeKey: 'nunca',
    };
    const failedTransaction = app.program.database.transaction(async (tx) => {
      await recordNotification(tx, systemIds, newNotification);
      throw new Error('no');
    });
    await expect(failedTransaction).rejects.toThrow('no');
    expect(await waitUntilAllReceived()).toEqual([]);
  });

  it('reaches each device once even when the database could not notify', async () => {
    const heardId = await addNotification({ content: 'Ouvido.' });
    for (const socket of anaSockets) await socket.waitFor('notification');
    const client = await app.pool.connect();
    // Simulates a node that is not listening: the row is inserted without a database notification.
    await client.query('SET session_replication_role = replica');
    const unheardId = await buildNotification(client, ana.uid, { content: 'Não ouvido.' });
    await buildNotification(client, ana.uid, { read_at: new Date() });
    await client.query('SET session_replication_role = DEFAULT');
    client.release();
    await app.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'guilda listener' AND datname = current_database()`);
    for (const socket of anaSockets) await socket.waitFor('notification', 2);
    expect((await waitUntilAllReceived()).map(({ id }) => id)).toEqual([heardId, unheardId]);
  });

  it('reaches a device that connects during catching up', async () => {
    const { accessToken: token } = ana.tokens;
    const newSocket = await openSocket(app.url, { token });
    try {
      await using _ = await holdTransaction(app.pool, ['LOCK TABLE messages, inboxes']);
      expect(await newSocket.send('register', ana.uid)).toMatchObject({ ok: true });
      const id = await addNotification();
      await expect.poll(() => newSocket.payloadsOf('notification')).toMatchObject([{ id }]);
    } finally {
      newSocket.close();
    }
  });

  it('is not emitted while a block exists', async () => {
    const blockedUid = await buildUser(app.pool);
    await app.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      ana.uid,
      blockedUid,
    ]);
    await addNotification({ sender_id: blockedUid, type: 'message' });
    expect(await waitUntilAllReceived()).toEqual([]);
  });

  it('reaches the remaining devices after one has disconnected', async () => {
    anaSockets[0]?.close();
    await addNotification({ content: 'Só um.' });
    await expect.poll(() => anaSockets[1]?.payloadsOf('notification')).toHaveLength(1);
    expect(anaSockets[0]?.payloadsOf('notification')).toEqual([]);
  });
});

describe('two devices stay consistent', () => {
  it('when one of them marks one or all as read', async () => {
    const id = await addNotification();
    await addNotification();
    await ana.api.notifications.markOneRead({ params: { id } });
    await ana.api.notifications.markAllRead({ params: { uid: ana.uid } });
    for (const socket of anaSockets)
      expect(await socket.waitFor('notificationsRead', 2)).toEqual([{ ids: [id] }, { ids: null }]);
    expect(biaSocket.payloadsOf('notificationsRead')).toEqual([]);
  });
});
