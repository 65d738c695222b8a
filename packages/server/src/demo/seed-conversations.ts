import type pg from 'pg';
import { type DemoConversation, demoConversations } from './conversations.ts';

/** Looks up a demo person's uid by name. */
type UidByName = (name: string) => string;

interface SeededMessage {
  readonly conversation: string;
  readonly seq: number;
  readonly sender: string;
  readonly receiver: string;
  readonly text: string;
  readonly minutesAgo: number;
}

const minutesAgoSql = (placeholder: string) => `now() - ${placeholder} * interval '1 minute'`;

/** Returns the id of the conversation between two people; creates the conversation if it is missing. */
async function ensureConversation(
  client: pg.ClientBase,
  low: string,
  high: string,
): Promise<string> {
  await client.query(
    `INSERT INTO conversations (id, low_id, high_id) VALUES (gen_random_uuid(), $1, $2)
     ON CONFLICT DO NOTHING`,
    [low, high],
  );
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM conversations WHERE low_id = $1 AND high_id = $2 FOR UPDATE',
    [low, high],
  );
  return rows[0]?.id ?? '';
}

/** Sets how many messages of a conversation a participant has read, and the unread count. */
async function setReadPosition(
  client: pg.ClientBase,
  { messages, unread }: DemoConversation,
  conversation: string,
  [name, uid, other]: readonly [name: string, uid: string, other: string],
): Promise<void> {
  const unreadCount = unread?.by === name ? unread.count : 0;
  const seq = messages.length - unreadCount;
  const [last, read] = [messages.at(-1), messages[seq - 1]];
  if (!last || !read) return;
  await client.query(
    `INSERT INTO conversation_members (conversation_id, uid, read_seq, read_at)
     VALUES ($1, $2, $3, ${minutesAgoSql('$4')})`,
    [conversation, uid, seq, read.minutesAgo - 1],
  );
  if (unreadCount === 0) return;
  await client.query(
    `INSERT INTO notifications (id, receiver_id, sender_id, type, content, additional_info,
       dedupe_key, created_at)
     VALUES (gen_random_uuid(), $1, $2, 'message', $3, '{"event": "message"}',
       'message:' || $2::uuid, ${minutesAgoSql('$4')}) ON CONFLICT DO NOTHING`,
    [uid, other, last.text, last.minutesAgo],
  );
}

/** Creates a demo conversation and returns its messages for a later insert. */
async function createConversation(
  client: pg.ClientBase,
  demoConversation: DemoConversation,
  uid: UidByName,
): Promise<SeededMessage[]> {
  const { between, messages } = demoConversation;
  const [a, b] = [uid(between[0]), uid(between[1])];
  const [low, high] = a < b ? [a, b] : [b, a];
  const conversation = await ensureConversation(client, low, high);
  const lastSeqBy = (senderUid: string) =>
    1 + messages.findLastIndex(({ sender: by }) => uid(by) === senderUid);
  await client.query(
    `UPDATE conversations SET last_seq = $2, last_sent_at = ${minutesAgoSql('$3')},
       active_at = ${minutesAgoSql('$3')}, low_said = $4, high_said = $5 WHERE id = $1`,
    [conversation, messages.length, messages.at(-1)?.minutesAgo, lastSeqBy(low), lastSeqBy(high)],
  );
  await setReadPosition(client, demoConversation, conversation, [between[0], a, b]);
  await setReadPosition(client, demoConversation, conversation, [between[1], b, a]);
  return messages.map(({ sender: by, text, minutesAgo }, index) => {
    const sender = uid(by);
    const receiver = sender === a ? b : a;
    return { conversation, seq: index + 1, sender, receiver, text, minutesAgo };
  });
}

/** Takes the next sequence number of a person's inbox. */
async function takeInboxNumber(client: pg.ClientBase, uid: string): Promise<string> {
  const { rows } = await client.query<{ n: string }>(
    `INSERT INTO inboxes AS i (uid, last_n) VALUES ($1, 1)
     ON CONFLICT (uid) DO UPDATE SET last_n = i.last_n + 1 RETURNING last_n AS n`,
    [uid],
  );
  return rows[0]?.n ?? '';
}

async function insertMessage(client: pg.ClientBase, seededMessage: SeededMessage): Promise<void> {
  const { conversation, seq, sender, receiver, text, minutesAgo } = seededMessage;
  await client.query(
    `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
       sender_n, receiver_n)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, ${minutesAgoSql('$6')}, $7, $8)`,
    [
      conversation,
      seq,
      sender,
      receiver,
      text,
      minutesAgo,
      await takeInboxNumber(client, sender),
      await takeInboxNumber(client, receiver),
    ],
  );
}

/**
 * Deletes the greetings, which are automatic messages that the seed's orders have just sent: the orders are backdated,
 * so messages of today would not fit them.
 */
async function deleteGreetings(client: pg.ClientBase): Promise<void> {
  await client.query("DELETE FROM notifications WHERE type = 'message'");
  await client.query('DELETE FROM messages WHERE system');
  await client.query(
    `UPDATE conversations SET last_seq = 0, last_sent_at = NULL, low_said = 0, high_said = 0,
       low_system = 0, high_system = 0`,
  );
}

/**
 * Inserts the demo's conversations, in the transaction that completes the seed. They are written directly into the
 * tables because they lie in the past. A conversation without messages, which exists because of an order, is listed at
 * the time of that order.
 */
export async function seedConversations(client: pg.ClientBase, uid: UidByName): Promise<void> {
  await deleteGreetings(client);
  const seededMessages: SeededMessage[] = [];
  for (const demoConversation of demoConversations)
    seededMessages.push(...(await createConversation(client, demoConversation, uid)));
  // An inbox numbers all messages that a person sent or received in order of time, so they are inserted in that order.
  for (const seededMessage of seededMessages.toSorted((a, b) => b.minutesAgo - a.minutesAgo))
    await insertMessage(client, seededMessage);
  await client.query(
    `UPDATE conversations c SET active_at = (SELECT max(p.paid_at) FROM payments p
       WHERE least(p.buyer_id, p.seller_id) = c.low_id
         AND greatest(p.buyer_id, p.seller_id) = c.high_id)
     WHERE last_sent_at IS NULL AND active_at IS NOT NULL`,
  );
}
