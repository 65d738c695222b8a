/** Number of points in time at which messages are sent; also the length of the longest conversations. */
export const TICK_COUNT = 100_000;
/** Number of messages in a conversation, by kind of conversation; each kind has a fifth of all messages. */
const CONVERSATION_LENGTHS = [100_000, 1_000, 100, 20, 5];
/** Each kind of conversation has a whole number of messages per tick only for multiples of this count. */
export const MESSAGE_COUNT_STEP = TICK_COUNT * CONVERSATION_LENGTHS.length;
/** Number of conversations, each with five messages, of a person who sells. */
const CONVERSATIONS_PER_SELLER = 4_000;

const kindValues = CONVERSATION_LENGTHS.map((length, kind) => `(${kind}, ${length})`).join(', ');

/**
 * Statements that fill temporary tables with the people and conversations; `count` is the number of messages. Sellers
 * have the first numbers and the shortest conversations; the other people write to the one or two who follow them.
 */
export const placeStatements = (count: number): readonly string[] => {
  const peopleCount = count / 100;
  const sellerCount = count / 100_000;
  const othersCount = peopleCount - sellerCount;
  const conversationCount = `${count / CONVERSATION_LENGTHS.length} / length`;
  return [
    `CREATE TEMPORARY TABLE people AS
      SELECT n::int, uuidv7() AS uid, n < ${sellerCount} AS sells FROM generate_series(0, ${peopleCount - 1}) AS n`,
    `CREATE TEMPORARY TABLE kinds AS SELECT kind, length, ${TICK_COUNT} / length AS period,
        (sum(${conversationCount}) OVER (ORDER BY kind) - ${conversationCount})::int AS first
      FROM (VALUES ${kindValues}) AS k (kind, length)`,
    `CREATE TEMPORARY TABLE drafts AS SELECT kind, length, period, k, uuidv7() AS id, a.uid AS a, b.uid AS b
      FROM kinds CROSS JOIN LATERAL generate_series(0, ${conversationCount} - 1) AS k
      CROSS JOIN LATERAL (SELECT first + k AS place, k / ${CONVERSATIONS_PER_SELLER} AS seller) AS p
      JOIN people a ON a.n = CASE WHEN length = 5 THEN seller ELSE ${sellerCount} + place % ${othersCount} END
      JOIN people b ON b.n = ${sellerCount} + CASE WHEN length = 5 THEN k
        ELSE place + 1 + place / ${othersCount} END % ${othersCount}`,
    // In an inbox, the messages of a conversation have consecutive numbers.
    `CREATE TEMPORARY TABLE sides AS SELECT id, uid,
        (sum(length) OVER (PARTITION BY uid ORDER BY id) - length)::bigint AS base, length
      FROM drafts, unnest(ARRAY[a, b]) AS uid`,
    'ANALYZE drafts, sides',
    `CREATE TEMPORARY TABLE places AS SELECT d.*, at_a.base AS a_base, at_b.base AS b_base FROM drafts d
      JOIN sides at_a ON at_a.id = d.id AND at_a.uid = d.a JOIN sides at_b ON at_b.id = d.id AND at_b.uid = d.b`,
    'ANALYZE people, kinds, places',
  ];
};

const tickTime = (tick: string) => `now() - (${TICK_COUNT} - (${tick})) * interval '10 minutes'`;

/** Statements that fill the tables of messages, except `messages` itself. */
export const conversationStatements: readonly string[] = [
  `INSERT INTO users (uid, issuer, subject, username, display_name)
    SELECT uid, 'fill', uid::text, 'jogador' || n, 'Jogador ' || n FROM people`,
  `INSERT INTO conversations (id, low_id, high_id, last_seq, last_sent_at, low_said, high_said, active_at)
    SELECT id, least(a, b), greatest(a, b), length, at, CASE WHEN a < b THEN a_said ELSE b_said END,
      CASE WHEN a < b THEN b_said ELSE a_said END, at
    FROM places CROSS JOIN LATERAL (SELECT ${tickTime('(length - 1) * period + k % period')} AS at,
      length - 1 + length % 2 AS a_said, length - length % 2 AS b_said) AS last`,
  `INSERT INTO conversation_members (conversation_id, uid, read_seq, read_at)
    SELECT id, uid, length - CASE WHEN k % 10 = 0 THEN 2 ELSE 0 END, now() FROM places, unnest(ARRAY[a, b]) AS uid`,
  'INSERT INTO inboxes (uid, last_n) SELECT uid, sum(length) FROM sides GROUP BY uid',
];

/** Inserts the messages of the ticks from `$1` up to `$2`, in the order of time, as they are written in real life. */
export const messageStatement = (count: number): string => `
  INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at, sender_n, receiver_n, origin)
  SELECT gen_random_uuid(), p.id, seq, CASE WHEN odd THEN a ELSE b END, CASE WHEN odd THEN b ELSE a END,
    'Bom dia! Bora jogar uma partida hoje à noite? ' || seq, ${tickTime('tick')} + j * interval '1 ms',
    CASE WHEN odd THEN a_base ELSE b_base END + seq, CASE WHEN odd THEN b_base ELSE a_base END + seq,
    'a2b4c6d8e0f2a4b6c8d0e'
  FROM generate_series($1::int, $2::int) AS tick CROSS JOIN kinds
    CROSS JOIN LATERAL generate_series(0, ${count / MESSAGE_COUNT_STEP - 1}) AS j
    JOIN places p ON p.kind = kinds.kind AND p.k = tick % kinds.period + kinds.period * j
    CROSS JOIN LATERAL (SELECT tick / kinds.period + 1 AS seq, tick / kinds.period % 2 = 0 AS odd) AS numbers
  ORDER BY tick, j`;

/**
 * Statements that insert half as many notifications as messages, in the order of time: one in ten is unread and older
 * than the period after which read ones are deleted, and of the others one in ten is unread. Each person also has one
 * about two likes of a post; one in ten of these was renewed after it was read.
 */
export const notificationStatements = (count: number): readonly string[] => {
  const peopleCount = count / 100;
  const sellerCount = count / 100_000;
  const rowCount = count / 2;
  return [
    `INSERT INTO notifications (id, receiver_id, sender_id, type, content, additional_info, dedupe_key, read_at, created_at)
      SELECT uuidv7(), receiver.uid, sender.uid, kind.type, 'Bora jogar uma partida hoje à noite?', kind.info,
        kind.type || ':' || gen_random_uuid(), CASE WHEN share > 0.1 AND i % 10 <> 3 THEN at + interval '1 hour' END, at
      FROM generate_series(1, ${rowCount}) AS i
        CROSS JOIN LATERAL (SELECT i / ${rowCount}::float8 AS share) AS shares
        CROSS JOIN LATERAL (SELECT now() - CASE WHEN share > 0.1 THEN 89 * (1 - share) / 0.9 ELSE 179 - 900 * share END
          * interval '1 day' AS at) AS times
        CROSS JOIN LATERAL (SELECT CASE WHEN i % 2 = 0 THEN 'message' ELSE 'payment' END AS type,
          CASE WHEN i % 2 = 0 THEN '{"event": "message"}'::jsonb
            ELSE jsonb_build_object('event', 'paid', 'paymentId', gen_random_uuid()) END AS info) AS kind
        JOIN people receiver ON receiver.n = CASE WHEN i % 10 = 0 THEN i / 10 % ${sellerCount}
          ELSE ${sellerCount} + i % ${peopleCount - sellerCount} END
        JOIN people sender ON sender.n = (receiver.n + 1 + i % 97) % ${peopleCount}
      ORDER BY i`,
    `CREATE TEMPORARY TABLE liked AS
      SELECT n, uid, uuidv7() AS post, uuidv7() AS id, now() - interval '1 day' AS at FROM people`,
    "INSERT INTO posts (uid, author_id, title, like_count) SELECT post, uid, 'Quem joga hoje à noite?', 2 FROM liked",
    `INSERT INTO notifications (id, receiver_id, type, content, additional_info, dedupe_key, post_uid, round, created_at)
      SELECT id, uid, 'like', '', jsonb_build_object('event', 'like', 'postId', post), 'like:' || post, post,
        1 + (n % 10 = 0)::int, at FROM liked`,
    `WITH likes AS (
        SELECT l.id, l.post, fan.uid AS fan, 1 + (l.n % 10 = 0)::int AS round, l.at FROM liked l
          CROSS JOIN generate_series(1, 2) AS d JOIN people fan ON fan.n = (l.n + d) % ${peopleCount}
      ), liking AS (INSERT INTO post_likes (post_uid, user_id, created_at) SELECT post, fan, at FROM likes)
      INSERT INTO notification_facts (notification_id, round, fact_id, by_uid, at) SELECT id, round, fan, fan, at FROM likes`,
  ];
};

/** Statements that insert orders with four steps each, a tenth as many steps as messages, in the order of time. */
export const orderStatements = (count: number): readonly string[] => {
  const sellerCount = count / 100_000;
  const othersCount = count / 100 - sellerCount;
  const orderCount = count / 40;
  return [
    `INSERT INTO services (id, seller_id, title, description, price, type, category, photo_url)
      SELECT uuidv7(), uid, 'Aula de estratégia', 'Uma hora por chamada.', 4990, 'call', 'dota', '/art/categorias/dota.svg'
      FROM people WHERE sells`,
    `CREATE TEMPORARY TABLE sales AS SELECT i, uuidv7() AS id, b.uid AS buyer, s.id AS service, s.seller_id AS seller,
        now() - (1 - i / ${orderCount}::float8) * interval '700 days' AS at
      FROM generate_series(1, ${orderCount}) AS i
        JOIN people b ON b.n = ${sellerCount} + i % ${othersCount}
        JOIN (SELECT row_number() OVER (ORDER BY id) AS n, id, seller_id FROM services) AS s
          ON s.n = 1 + i % ${sellerCount}
      ORDER BY i`,
    `INSERT INTO payments (id, purchase_code, buyer_id, seller_id, service_id, product_name, type, price, photo_url,
        service_status, idempotency_key, provider, amount_paid, paid_at, started_service_at, ended_at, checkout_url,
        expires_at, ask_at, created_at, updated_at)
      SELECT id, 'GUILDA-' || i, buyer, seller, service, 'Aula de estratégia', 'call', 4990, '/art/categorias/dota.svg',
        'complete', id::text, 'fill', 4990, at, at, at, '/checkout', at, NULL, at, at FROM sales`,
    // The newest orders lack their last step, so that measurements can add it.
    `INSERT INTO payment_steps (id, payment_id, status, actor, actor_id, at, seq, prev_hash, hash)
      SELECT uuidv7(), id, status, 'seller', seller, at + step * interval '1 minute', step,
        CASE WHEN step > 1 THEN sha256((id::text || step - 1)::bytea) END, sha256((id::text || step)::bytea)
      FROM sales, unnest(ARRAY['awaiting_payment', 'awaiting_start', 'in_progress', 'complete'])
        WITH ORDINALITY AS steps (status, step)
      WHERE step < 4 OR i <= ${orderCount} - 1000`,
  ];
};
