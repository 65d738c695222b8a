import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { pairOf } from '../stored-message.ts';
import { readMessagePage } from './message-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const STORED_MESSAGES = 10_000;

/** Inserts a conversation of 10,000 messages with times 1 ms apart, the closest that two messages can be. */
async function insertMessages(ana: TestPerson, bia: TestPerson): Promise<void> {
  const [low, high] = [ana.uid, bia.uid].sort();
  const id = randomUUID();
  // The last message is dated an hour ahead. The server dates a new message at least 1 ms after the last one, so
  // messages sent during the test are also exactly 1 ms apart.
  await app.pool.query(
    `INSERT INTO conversations (id, low_id, high_id, last_seq, last_sent_at, low_said, high_said,
       active_at)
     SELECT $1, $2, $3, $4::int, at, $4::int, $4::int - 1, at
     FROM (SELECT date_trunc('milliseconds', now() + interval '1 hour') AS at) AS moment`,
    [id, low, high, STORED_MESSAGES],
  );
  await app.pool.query(
    `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
       sender_n, receiver_n)
     SELECT gen_random_uuid(), c.id, n, c.low_id, c.high_id, n::text,
       c.last_sent_at - ($2::int - n) * interval '1 ms', n, n
     FROM conversations c, generate_series(1, $2::int) AS n WHERE c.id = $1`,
    [id, STORED_MESSAGES],
  );
  await app.pool.query('INSERT INTO inboxes (uid, last_n) VALUES ($1, $3), ($2, $3)', [
    low,
    high,
    STORED_MESSAGES,
  ]);
}

describe('a history of 10,000 messages', () => {
  it('is paged by lastDocSentAt while more is sent: each exactly once, newest first', async () => {
    const [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
    await insertMessages(ana, bia);
    const sockets = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    let isSending = true;
    let sentCount = 0;
    const sendingLoops = sockets.map(async (socket, n) => {
      while (isSending) {
        const receiverId = (n === 0 ? bia : ana).uid;
        const ack = await socket.send('sendMessage', { receiverId, message: `novo ${n}` });
        expect(ack.ok).toBe(true);
        sentCount += 1;
      }
    });
    const seqs: number[] = [];
    let beforeTime: string | undefined;
    for (;;) {
      const { messages } = await ana.api.messaging.listMessages({
        params: { myUid: ana.uid, otherUid: bia.uid },
        query: { limit: '50', ...(beforeTime ? { lastDocSentAt: beforeTime } : {}) },
      });
      seqs.push(...messages.map(({ seq }) => seq));
      beforeTime = messages.at(-1)?.sentAt;
      if (messages.length < 50) break;
    }
    isSending = false;
    await Promise.all(sendingLoops);
    expect(sentCount).toBeGreaterThan(0);
    expect(seqs.length).toBeGreaterThanOrEqual(STORED_MESSAGES);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, n) => (seqs[0] ?? 0) - n));
    expect(seqs.at(-1)).toBe(1);
    const { rows } = await app.pool.query(
      `SELECT count(*)::int AS count, count(DISTINCT sent_at)::int AS times, max(seq) AS last
       FROM messages`,
    );
    expect(rows).toEqual([
      {
        count: STORED_MESSAGES + sentCount,
        times: STORED_MESSAGES + sentCount,
        last: STORED_MESSAGES + sentCount,
      },
    ]);
  });

  it('sent by eight concurrently is stored with distinct times', async () => {
    const [one, other] = await Promise.all([app.signIn('Caio'), app.signIn('Davi')]);
    const sockets = await Promise.all(
      Array.from({ length: 8 }, (_, n) => connectSocket(app.url, n % 2 ? one : other)),
    );
    await Promise.all(
      sockets.flatMap((socket, n) =>
        Array.from({ length: 100 }, () =>
          socket.send('sendMessage', { receiverId: (n % 2 ? other : one).uid, message: 'x' }),
        ),
      ),
    );
    const { rows } = await app.pool.query(
      `SELECT count(*)::int AS count, count(DISTINCT sent_at)::int AS times,
         max(seq) AS last, bool_and(extract(microseconds FROM sent_at)::int % 1000 = 0) AS whole
       FROM messages WHERE $1 IN (sender_id, receiver_id)`,
      [one.uid],
    );
    expect(rows).toEqual([{ count: 800, times: 800, last: 800, whole: true }]);
  });
});

/** Inserts 4,950 conversations of one message each, between a hundred people. */
const insertShortConversations = () =>
  app.pool.query(`WITH people AS (
      INSERT INTO users (uid, issuer, subject, username)
      SELECT gen_random_uuid(), 'short', n::text, 'pessoa' || n FROM generate_series(1, 100) AS n RETURNING uid
    ), pairs AS (
      INSERT INTO conversations (id, low_id, high_id, last_seq, active_at)
      SELECT gen_random_uuid(), a.uid, b.uid, 1, now() FROM people a JOIN people b ON a.uid < b.uid
      RETURNING id, low_id, high_id
    )
    INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at, sender_n, receiver_n)
    SELECT gen_random_uuid(), id, 1, low_id, high_id, 'Oi!', now(), n, n
    FROM (SELECT *, row_number() OVER () AS n FROM pairs) AS numbered`);

describe('a page of a long conversation among many short ones', () => {
  it('is read in the order of the index, not sorted', async () => {
    const [elis, fabio] = await Promise.all([app.signIn('Elis'), app.signIn('Fabio')]);
    await insertMessages(elis, fabio);
    await insertShortConversations();
    await app.pool.query('ANALYZE messages, conversations, conversation_members');
    const plans: string[] = [];
    const explain = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await app.pool.query(`EXPLAIN (COSTS OFF) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    };
    await readMessagePage({ query: explain } as never, pairOf(elis.uid, fabio.uid), 'Infinity', 15);
    expect(plans[0]).toContain('Index Scan Backward using messages_conversation_id_sent_at_key');
    expect(plans[0]).not.toContain('Sort');
  });
});
