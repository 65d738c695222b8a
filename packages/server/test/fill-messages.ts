import type { Queryable } from '../src/platform/database/prepared.ts';

/** Conversations of a person with the next two in line, of so many messages each. */
const PARTNERS = 2;
const LENGTH = 500;

/**
 * Person i of the circle talks with i+1 and i+2; in each inbox every conversation has a block of
 * numbers of its own.
 */
const placing = `
  CREATE TEMPORARY TABLE places ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, a.uid AS a, b.uid AS b, (k - 1) * $2::int AS a_base,
    (${PARTNERS} + k - 1) * $2::int AS b_base, a.place AS place
  FROM unnest($1::uuid[]) WITH ORDINALITY AS a(uid, place)
  CROSS JOIN generate_series(1, ${PARTNERS}) AS k
  JOIN unnest($1::uuid[]) WITH ORDINALITY AS b(uid, place)
    ON b.place = (a.place + k - 1) % cardinality($1::uuid[]) + 1`;

const filling = [
  `INSERT INTO conversations (id, low_id, high_id, last_seq, last_sent_at, low_said, high_said, active_at)
   SELECT id, least(a, b), greatest(a, b), $1::int, now(), $1::int, $1::int - 1, now() FROM places`,
  `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at, sender_n,
     receiver_n)
   SELECT gen_random_uuid(), id, s, CASE WHEN s % 2 = 1 THEN a ELSE b END,
     CASE WHEN s % 2 = 1 THEN b ELSE a END, 'Bom dia! Bora jogar uma partida hoje à noite? ' || s,
     now() - ($1::int - s) * interval '3 minutes',
     CASE WHEN s % 2 = 1 THEN a_base ELSE b_base END + s,
     CASE WHEN s % 2 = 1 THEN b_base ELSE a_base END + s
   FROM places, generate_series(1, $1::int) AS s
   ORDER BY s, place`,
  `INSERT INTO inboxes (uid, last_n)
   SELECT uid, ${2 * PARTNERS} * $1::int FROM (SELECT DISTINCT a AS uid FROM places) AS people
   ON CONFLICT (uid) DO UPDATE SET last_n = excluded.last_n`,
  `INSERT INTO conversation_members (conversation_id, uid, read_seq, read_at)
   SELECT id, who, $1::int - 1, now() FROM places, unnest(ARRAY[a, b]) AS who`,
];

/** Two people of a filled conversation, and how many messages there are in all. */
export interface FilledMessages {
  readonly pair: readonly [string, string];
  readonly count: number;
}

/**
 * Fills conversations of 500 messages between people that are there, `count` messages in all (in
 * thousands), written in the order of time as the product writes them, with inboxes and read
 * positions, and has the planner take notice.
 */
export async function fillMessages(
  client: Queryable,
  people: readonly string[],
  count: number,
): Promise<FilledMessages> {
  const circle = people.slice(0, Math.max(5, Math.ceil(count / LENGTH / PARTNERS)));
  await client.query('BEGIN');
  await client.query(placing, [circle, LENGTH]);
  for (const statement of filling) await client.query(statement, [LENGTH]);
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE) conversations, messages, inboxes, conversation_members');
  const [a = '', b = ''] = circle;
  return { pair: [a, b], count: circle.length * PARTNERS * LENGTH };
}
