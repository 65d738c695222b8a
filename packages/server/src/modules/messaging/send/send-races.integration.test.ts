import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockWaiters } from '../../../../test/fixtures/checks/lock-waiters.ts';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { delayUnreadTasks } from '../../../../test/fixtures/server/unread-tasks.ts';
import { BATCH_LOCK_TIMEOUT_MS } from '../../../platform/database/batcher.ts';
import { systemIds } from '../../../ports/ids.ts';
import { storeBatch } from './store-batch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // A task of an earlier message would wait for the locks as well, and be counted as what a test waits for.
  await delayUnreadTasks(app.pool);
});
afterAll(() => app.close());

let personCount = 0;
async function setUpPair({ url, signIn }: TestApp = app) {
  personCount += 1;
  const [ana, bia] = await Promise.all([signIn(`Ana${personCount}`), signIn(`Bia${personCount}`)]);
  const from = await connectSocket(url, ana);
  const say = (message: string) => from.send('sendMessage', { receiverId: bia.uid, message });
  expect(await say('antes')).toMatchObject({ ok: true });
  return { ana, bia, say };
}

const refusedAck = { ok: false, code: 'message_refused' };
const storedMessageCount = async ({ uid }: TestPerson) =>
  (await app.pool.query('SELECT FROM messages WHERE sender_id = $1', [uid])).rowCount;

it('a block waits for messages being stored, and applies from its answer', async () => {
  const { ana, bia, say } = await setUpPair();
  await using transaction = await holdTransaction(app.pool, [
    'SELECT FROM inboxes WHERE uid = $1 FOR UPDATE',
    [bia.uid],
  ]);
  const sending = say('no meio');
  await transaction.waitForWaiters(1);
  let isAnswered = false;
  const blockRequest = bia.fetch(`/api/users/${ana.uid}/block`, { method: 'PUT' }).then(() => {
    isAnswered = true;
  });
  await transaction.waitForWaiters(2);
  expect(isAnswered).toBe(false);
  await transaction.commit();
  expect(await sending).toMatchObject({ ok: true });
  await blockRequest;
  expect(await say('depois')).toMatchObject(refusedAck);
});

it('a message waits for a concurrent block, and is refused', async () => {
  const { ana, bia, say } = await setUpPair();
  await using transaction = await holdTransaction(
    app.pool,
    [
      `SELECT pg_advisory_xact_lock(hashtextextended('guilda block '
         || least($1::uuid, $2::uuid) || greatest($1::uuid, $2::uuid), 0))`,
      [ana.uid, bia.uid],
    ],
    ['INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [bia.uid, ana.uid]],
  );
  const sending = say('no meio');
  await transaction.waitForWaiters(1);
  await transaction.commit();
  expect(await sending).toMatchObject(refusedAck);
  expect(await storedMessageCount(ana)).toBe(1);
});

it('a locked account delays the messages of others for a limited time only', async () => {
  const quickApp = await startTestApp({ batchLockTimeoutMs: BATCH_LOCK_TIMEOUT_MS });
  const [locked, other] = [await setUpPair(quickApp), await setUpPair(quickApp)];
  await using transaction = await holdTransaction(quickApp.pool, [
    'SELECT FROM users WHERE uid = $1 FOR UPDATE',
    [locked.bia.uid],
  ]);
  const startedAt = performance.now();
  const refused = locked.say('trancada');
  // Both messages are in one batch, or the second one waits for the batch of the first.
  expect(await other.say('livre')).toMatchObject({ ok: true });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await refused).toMatchObject({ ok: false, code: 'unavailable' });
  await transaction.commit();
  expect(await locked.say('de novo')).toMatchObject({ ok: true });
  await quickApp.close();
});

it('a message waits for an account that is being closed, and is refused', async () => {
  const { ana, bia, say } = await setUpPair();
  await using transaction = await holdTransaction(
    app.pool,
    ['SELECT FROM users WHERE uid = $1 FOR UPDATE', [bia.uid]],
    ['UPDATE users SET deleted_at = now() WHERE uid = $1', [bia.uid]],
  );
  const sending = say('no meio');
  await transaction.waitForWaiters(1);
  await transaction.commit();
  expect(await sending).toMatchObject(refusedAck);
  expect(await storedMessageCount(ana)).toBe(1);
});

it('a message stored during a read is marked as read, or causes a notification', async () => {
  const { ana, bia } = await setUpPair();
  const [inside, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const enqueuedJobs: unknown[] = [];
  const storeDrafts = storeBatch({
    database: app.program.database,
    ids: systemIds,
    enqueueAll: async (_, jobs) => {
      enqueuedJobs.push(...jobs);
      inside.resolve();
      await gate.promise;
    },
  });
  const draft = { senderId: ana.uid, receiverId: bia.uid, message: 'no meio', origin: '' };
  const storing = storeDrafts([{ id: systemIds.uuid(), ...draft }], 10_000);
  await inside.promise;
  const body = { senderId: ana.uid, receiverId: bia.uid };
  const readRequest = bia.api.messaging.readMessages({ body });
  await Promise.race([
    readRequest,
    expect.poll(() => lockWaiters(app.pool)).toHaveLength(1),
  ]).finally(gate.resolve);
  await Promise.all([storing, readRequest]);
  const { partner } = await bia.api.messaging.getPartner({ params: { otherUid: ana.uid } });
  // Storing `no meio` enqueued no notification, because the message `antes` was still unread at that time. The read
  // request then marked both messages as read.
  expect({ enqueuedJobs, unread: partner.unreadCount }).toEqual({ enqueuedJobs: [], unread: 0 });
});

it('two nodes that store one id concurrently store it once', async () => {
  const { ana, bia, say } = await setUpPair();
  const id = '0198a000-0000-7000-8000-000000000001';
  // Another node is about to store a message with the same id, between other people.
  const [caio, davi] = await Promise.all([app.signIn('Caio'), app.signIn('Davi')]);
  await using transaction = await holdTransaction(
    app.pool,
    [
      `INSERT INTO conversations (id, low_id, high_id, last_seq)
       VALUES ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 1)`,
      [id, caio.uid, davi.uid],
    ],
    [
      `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
         sender_n, receiver_n) VALUES ($1, $1, 1, $2, $3, 'deles', now(), 1, 1)`,
      [id, caio.uid, davi.uid],
    ],
  );
  const from = await connectSocket(app.url, ana);
  const sending = from.send('sendMessage', { id, receiverId: bia.uid, message: 'minha' });
  await transaction.waitForWaiters(1);
  await transaction.commit();
  expect(await sending).toMatchObject({ ok: false, code: 'message_id_taken' });
  expect(await say('depois')).toMatchObject({ ok: true, message: { seq: 2 } });
});

it('several nodes that store for the same people leave no gap in the numbers', async () => {
  const { ana, bia } = await setUpPair();
  const people = [ana.uid, bia.uid];
  const storeDrafts = storeBatch({
    database: app.program.database,
    ids: systemIds,
    enqueueAll: async () => undefined,
  });
  const runNode = async (n: number) => {
    for (let batch = 0; batch < 15; batch += 1) {
      const drafts = [0, 1, 0].map((senderIndex, i) => ({
        id: systemIds.uuid(),
        senderId: people[senderIndex] as string,
        receiverId: people[1 - senderIndex] as string,
        message: `${n} ${batch} ${i}`,
        origin: '',
      }));
      const outcomes = await storeDrafts(n % 2 ? drafts : drafts.reverse(), 10_000);
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, n) => runNode(n)));
  const { rows } = await app.pool.query(
    `SELECT array_agg(seq ORDER BY sent_at) AS seqs,
       count(DISTINCT CASE WHEN sender_id = $1 THEN sender_n ELSE receiver_n END)::int AS numbers,
       max(CASE WHEN sender_id = $1 THEN sender_n ELSE receiver_n END)::int AS last
     FROM messages WHERE $1 IN (sender_id, receiver_id)`,
    [ana.uid],
  );
  const messageCount = 1 + 6 * 15 * 3;
  expect(rows).toEqual([
    {
      seqs: Array.from({ length: messageCount }, (_, n) => n + 1),
      numbers: messageCount,
      last: messageCount,
    },
  ]);
});
