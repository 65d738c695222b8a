import type pg from 'pg';

/** Number of people, conversations and orders that each case reads or writes, and one more to warm up with. */
export const SUBJECT_COUNT = 20;

/** Two people with a conversation. */
interface Pair {
  readonly low: string;
  readonly high: string;
}

/** A place in the middle of a long conversation. */
interface DeepPlace extends Pair {
  /** Time of a message, ISO 8601. */
  readonly before: string;
}

/** What the cases read and write: spread over the tables, and {@link SUBJECT_COUNT} + 1 of each, repeated if need be. */
export interface Subjects {
  /** Conversations of a thousand messages. */
  readonly pairs: readonly Pair[];
  /** Places in conversations of a hundred thousand messages. */
  readonly deepPlaces: readonly DeepPlace[];
  /** People with a few conversations. */
  readonly people: readonly string[];
  /** People with thousands of conversations. */
  readonly sellers: readonly string[];
  /** Complete orders, with their buyers. */
  readonly orders: readonly { readonly id: string; readonly buyer: string }[];
  /** Orders whose last step is missing. */
  readonly unfinishedOrders: readonly string[];
}

const rowCount = SUBJECT_COUNT + 1;

/** Orders rows by a hash, so that rows next to each other are far apart in the table. */
const spread = (column: string) => `ORDER BY hashtext(${column}::text) LIMIT ${rowCount}`;

const queries = {
  pairs: `SELECT low_id AS low, high_id AS high FROM conversations
    WHERE last_seq BETWEEN 1000 AND 99999 ${spread('id')}`,
  deepPlaces: `SELECT c.low_id AS low, c.high_id AS high, m.sent_at AS before
    FROM generate_series(1, ${rowCount}) AS n
      JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total
        FROM conversations WHERE last_seq >= 100000) c ON c.place = n % c.total
      CROSS JOIN LATERAL (SELECT sent_at FROM messages WHERE conversation_id = c.id
        AND sent_at > now() - n * interval '30 days' ORDER BY sent_at LIMIT 1) m`,
  people: `SELECT uid FROM users WHERE NOT EXISTS (SELECT FROM services WHERE seller_id = uid)
    AND deleted_at IS NULL ${spread('uid')}`,
  sellers: `SELECT seller_id AS uid FROM services ${spread('id')}`,
  orders: `SELECT id, buyer_id AS buyer FROM payments ${spread('id')}`,
  unfinishedOrders: `SELECT id FROM (SELECT id FROM payments ORDER BY created_at DESC LIMIT 900) AS newest ${spread('id')}`,
};

/** Repeats the rows of a query until there are enough. */
async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(text);
  if (rows.length === 0) throw new Error(`no rows: ${text}`);
  return Array.from({ length: rowCount }, (_, index) => rows[index % rows.length] as Row);
}

export async function readSubjects(pool: pg.Pool): Promise<Subjects> {
  const uidsOf = async (text: string) =>
    (await readRows<{ uid: string }>(pool, text)).map(({ uid }) => uid);
  const places = await readRows<Pair & { before: Date }>(pool, queries.deepPlaces);
  return {
    pairs: await readRows<Pair>(pool, queries.pairs),
    deepPlaces: places.map((place) => ({ ...place, before: place.before.toISOString() })),
    people: await uidsOf(queries.people),
    sellers: await uidsOf(queries.sellers),
    orders: await readRows<{ id: string; buyer: string }>(pool, queries.orders),
    unfinishedOrders: (await readRows<{ id: string }>(pool, queries.unfinishedOrders)).map(
      ({ id }) => id,
    ),
  };
}
