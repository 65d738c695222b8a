import { randomUUID } from 'node:crypto';
import type { Queryable } from '../src/platform/database/prepared.ts';

/** Messages that wait unread, put straight into the database. */
export async function addUnreadMessages(
  pool: Queryable,
  pair: { readonly from: string; readonly to: string },
  { count = 1, minutesAgo = 16 }: { readonly count?: number; readonly minutesAgo?: number } = {},
): Promise<string> {
  const { from, to } = pair;
  const [low, high] = from < to ? [from, to] : [to, from];
  const { rows } = await pool.query(
    `INSERT INTO conversations (id, low_id, high_id) VALUES ($1, $2, $3)
     ON CONFLICT (low_id, high_id) DO UPDATE SET active_at = clock_timestamp()
     RETURNING id, last_seq`,
    [randomUUID(), low, high],
  );
  const { id, last_seq: last } = rows[0];
  for (let seq = last + 1; seq <= last + count; seq += 1) {
    await pool.query(
      `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
        sender_n, receiver_n)
       VALUES ($1, $2, $3, $4, $5, 'segredo', clock_timestamp() - make_interval(mins => $6) + $3::integer * interval '1 ms',
        (SELECT count(*) FROM messages WHERE sender_id = $4) + 1,
        (SELECT count(*) FROM messages WHERE receiver_id = $5) + 1)`,
      [randomUUID(), id, seq, from, to, minutesAgo],
    );
  }
  await pool.query('UPDATE conversations SET last_seq = $2 WHERE id = $1', [id, last + count]);
  return id;
}

/** The person reads all of a conversation now. */
export async function readAll(pool: Queryable, conversation: string, uid: string): Promise<void> {
  await pool.query(
    `INSERT INTO conversation_members (conversation_id, uid, read_seq, read_at)
     SELECT id, $2, last_seq, clock_timestamp() FROM conversations WHERE id = $1
     ON CONFLICT (conversation_id, uid)
     DO UPDATE SET read_seq = excluded.read_seq, read_at = excluded.read_at`,
    [conversation, uid],
  );
}
