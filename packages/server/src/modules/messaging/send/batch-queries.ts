import { databaseNow } from '../../../platform/database/clock.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type AccountPair, blockBetween } from '../../users/index.ts';
import { type MessageRow, readPositionJoin, selectMessage } from '../message-columns.ts';
import { pairKey, type StoredMessage, toMessage } from '../stored-message.ts';
import type { BatchState, ConversationUpdate, NumberedBatch, PairState } from './number-drafts.ts';

const placeholder = sql.placeholder;

/**
 * Settings of the transaction that stores a batch. PostgreSQL keeps a prepared plan as long as the connection, so even a
 * plan made while the tables are small must use indexes.
 */
export const batchTransactionSettings = [
  'SET LOCAL enable_seqscan = off',
  'SET LOCAL enable_hashjoin = off',
  'SET LOCAL enable_mergejoin = off',
];

/** Applies `batchTransactionSettings` to the rest of a transaction that has begun. */
export async function applyBatchSettings(connection: Queryable): Promise<void> {
  await connection.query(batchTransactionSettings.join('; '));
}

const lockInboxesStatement = compileStatement<{ uid: string; last_n: string }>(
  sql`SELECT uid, last_n FROM inboxes WHERE uid = ANY (${placeholder('uids')}::uuid[])
    ORDER BY uid FOR UPDATE`,
  'lock inboxes',
);

const insertInboxesStatement = compileStatement(
  sql`INSERT INTO inboxes (uid) SELECT uid FROM unnest(${placeholder('uids')}::uuid[]) AS person (uid)
    ORDER BY uid ON CONFLICT DO NOTHING`,
);

/**
 * Locks the inboxes of these people until the transaction ends, so that no other transaction stores messages from or to
 * these people. Locks are taken in the order of uids. Lock the accounts first.
 * @returns the last number of each inbox
 */
export async function lockInboxes(
  connection: Queryable,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  let rows = await lockInboxesStatement(connection, { uids });
  if (rows.length < uids.length) {
    await insertInboxesStatement(connection, { uids });
    rows = await lockInboxesStatement(connection, { uids });
  }
  return new Map(rows.map(({ uid, last_n }) => [uid, Number(last_n)]));
}

type BatchStateRow = {
  readonly low_id: string;
  readonly high_id: string;
  readonly conversation_id: string | null;
  readonly last_seq: number | null;
  readonly last_sent_at: number | null;
  readonly low_said: number | null;
  readonly high_said: number | null;
  readonly low_system: number | null;
  readonly high_system: number | null;
  readonly low_unread: boolean;
  readonly high_unread: boolean;
  readonly low_muted: boolean;
  readonly high_muted: boolean;
  readonly isSendingImpossible: boolean;
  readonly replays: readonly string[];
  readonly now: number;
};

/**
 * Maximum number of a conversation's newest unread messages that are examined; beyond that, the member counts as having
 * written nothing unread, so that people who never read make no message of theirs expensive.
 */
const MAX_EXAMINED_UNREAD = 100;

/**
 * SQL for whether the other member has not read a message that the member on `side` wrote; system messages do not count.
 * Messages are read only when the member's last message is an unread system message. Sequence numbers have no gaps and
 * increase with time, so the unread messages are the newest `last_seq - read_seq` ones.
 */
function hasUnreadMessage(side: 'low' | 'high') {
  const [writer, reader] = [sql.raw(side), sql.raw(side === 'low' ? 'high' : 'low')];
  const readSeq = sql`coalesce(${reader}.read_seq, 0)`;
  return sql`CASE WHEN coalesce(c.${writer}_said, 0) <= ${readSeq} THEN false
    WHEN c.${writer}_said <> c.${writer}_system THEN true
    ELSE EXISTS (SELECT FROM (
      SELECT m.sender_id, m.system FROM messages m WHERE m.conversation_id = c.id
      ORDER BY m.sent_at DESC
      LIMIT least(c.last_seq - ${readSeq}, ${sql.raw(String(MAX_EXAMINED_UNREAD))})) AS unread
      WHERE unread.sender_id = pair.${writer}_id AND NOT unread.system) END`;
}

const batchStateStatement = compileStatement<BatchStateRow>(
  sql`SELECT pair.low_id, pair.high_id, c.id AS conversation_id, c.last_seq,
      (extract(epoch FROM c.last_sent_at) * 1000)::float8 AS last_sent_at, c.low_said, c.high_said,
      c.low_system, c.high_system,
      ${hasUnreadMessage('low')} AS low_unread, ${hasUnreadMessage('high')} AS high_unread,
      low.muted_at IS NOT NULL AS low_muted, high.muted_at IS NOT NULL AS high_muted,
      ${blockBetween(sql`pair.low_id`, sql`pair.high_id`)} AS "isSendingImpossible",
      ARRAY(SELECT m.id FROM messages m WHERE m.id = ANY (${placeholder('ids')}::uuid[]))::text[] AS replays,
      floor(extract(epoch FROM ${databaseNow}) * 1000)::float8 AS now
    FROM unnest(${placeholder('lows')}::uuid[], ${placeholder('highs')}::uuid[]) AS pair (low_id, high_id)
    LEFT JOIN conversations c ON c.low_id = pair.low_id AND c.high_id = pair.high_id
    LEFT JOIN conversation_members low
      ON low.conversation_id = c.id AND low.uid = pair.low_id
    LEFT JOIN conversation_members high
      ON high.conversation_id = c.id AND high.uid = pair.high_id`,
  'state of a batch',
);

type StoredMessageRow = MessageRow & {
  readonly sender_n: string;
  readonly receiver_n: string;
  readonly origin: string;
};

const storedMessagesStatement = compileStatement<StoredMessageRow>(
  sql`SELECT ${selectMessage()}, m.sender_n, m.receiver_n, m.origin
    FROM messages m ${readPositionJoin} WHERE m.id = ANY (${placeholder('ids')}::uuid[])`,
);

export async function findStoredMessages(
  connection: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredMessage>> {
  const rows = ids.length === 0 ? [] : await storedMessagesStatement(connection, { ids });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        message: toMessage(row),
        senderN: Number(row.sender_n),
        receiverN: Number(row.receiver_n),
        origin: row.origin,
      },
    ]),
  );
}

function toPairState(row: BatchStateRow): PairState {
  return {
    conversationId: row.conversation_id,
    lastSeq: row.last_seq ?? 0,
    lastSentAt: row.last_sent_at,
    low: {
      lastSentSeq: row.low_said ?? 0,
      systemSeq: row.low_system ?? 0,
      hasUnreadMessage: row.low_unread,
      muted: row.low_muted,
    },
    high: {
      lastSentSeq: row.high_said ?? 0,
      systemSeq: row.high_system ?? 0,
      hasUnreadMessage: row.high_unread,
      muted: row.high_muted,
    },
    isSendingImpossible: row.isSendingImpossible,
  };
}

/**
 * Reads the conversations of these pairs and the stored messages with these ids. The result stays current while the
 * inboxes are locked.
 */
export async function readBatchState(
  connection: Queryable,
  pairs: readonly AccountPair[],
  ids: readonly string[],
): Promise<Omit<BatchState, 'inboxes'>> {
  const rows = await batchStateStatement(connection, {
    lows: pairs.map(({ lowId }) => lowId),
    highs: pairs.map(({ highId }) => highId),
    ids,
  });
  return {
    pairs: new Map(rows.map((row) => [pairKey(row.low_id, row.high_id), toPairState(row)])),
    replays: await findStoredMessages(connection, rows[0]?.replays ?? []),
    now: rows[0]?.now ?? 0,
  };
}

const writeBatchStatement = compileStatement(
  sql`WITH made AS (
      INSERT INTO conversations
        (id, low_id, high_id, last_seq, last_sent_at, low_said, high_said, low_system, high_system, active_at)
      SELECT id, low_id, high_id, last_seq, sent_at, low_said, high_said, low_system, high_system, sent_at
      FROM unnest(${placeholder('made')}::uuid[], ${placeholder('madeLow')}::uuid[], ${placeholder('madeHigh')}::uuid[],
        ${placeholder('madeSeq')}::int[], ${placeholder('madeAt')}::timestamptz[],
        ${placeholder('madeLowSaid')}::int[], ${placeholder('madeHighSaid')}::int[],
        ${placeholder('madeLowSystem')}::int[], ${placeholder('madeHighSystem')}::int[])
        AS c (id, low_id, high_id, last_seq, sent_at, low_said, high_said, low_system, high_system)
    ), moved AS (
      UPDATE conversations SET last_seq = c.last_seq, last_sent_at = c.sent_at,
        low_said = c.low_said, high_said = c.high_said,
        low_system = c.low_system, high_system = c.high_system,
        active_at = greatest(conversations.active_at, c.sent_at)
      FROM unnest(${placeholder('moved')}::uuid[], ${placeholder('movedSeq')}::int[],
        ${placeholder('movedAt')}::timestamptz[], ${placeholder('movedLowSaid')}::int[],
        ${placeholder('movedHighSaid')}::int[], ${placeholder('movedLowSystem')}::int[],
        ${placeholder('movedHighSystem')}::int[])
        AS c (id, last_seq, sent_at, low_said, high_said, low_system, high_system)
      WHERE conversations.id = c.id
    ), numbered AS (
      UPDATE inboxes SET last_n = box.last_n
      FROM unnest(${placeholder('uids')}::uuid[], ${placeholder('numbers')}::bigint[]) AS box (uid, last_n)
      WHERE inboxes.uid = box.uid
    )
    INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
      sender_n, receiver_n, origin, system)
    SELECT * FROM unnest(${placeholder('ids')}::uuid[], ${placeholder('conversations')}::uuid[],
      ${placeholder('seqs')}::int[], ${placeholder('senders')}::uuid[], ${placeholder('receivers')}::uuid[],
      ${placeholder('texts')}::text[], ${placeholder('times')}::timestamptz[], ${placeholder('senderNs')}::bigint[],
      ${placeholder('receiverNs')}::bigint[], ${placeholder('origins')}::text[], ${placeholder('system')}::boolean[])`,
  'store a batch',
);

const lastSentIso = ({ lastSentAt }: ConversationUpdate) => new Date(lastSentAt ?? 0).toISOString();

/** Writes the rows of a numbered batch: conversations, inboxes and messages. */
export async function writeBatch(connection: Queryable, batch: NumberedBatch): Promise<void> {
  const { stored } = batch;
  const newConversations = batch.conversations.filter((conversation) => conversation.isNew);
  const existingConversations = batch.conversations.filter((conversation) => !conversation.isNew);
  const messages = stored.map(({ entry }) => entry.message);
  await writeBatchStatement(connection, {
    made: newConversations.map(({ id }) => id),
    madeLow: newConversations.map(({ lowId }) => lowId),
    madeHigh: newConversations.map(({ highId }) => highId),
    madeSeq: newConversations.map(({ lastSeq }) => lastSeq),
    madeAt: newConversations.map(lastSentIso),
    madeLowSaid: newConversations.map(({ lowSaid }) => lowSaid),
    madeHighSaid: newConversations.map(({ highSaid }) => highSaid),
    madeLowSystem: newConversations.map(({ lowSystem }) => lowSystem),
    madeHighSystem: newConversations.map(({ highSystem }) => highSystem),
    moved: existingConversations.map(({ id }) => id),
    movedSeq: existingConversations.map(({ lastSeq }) => lastSeq),
    movedAt: existingConversations.map(lastSentIso),
    movedLowSaid: existingConversations.map(({ lowSaid }) => lowSaid),
    movedHighSaid: existingConversations.map(({ highSaid }) => highSaid),
    movedLowSystem: existingConversations.map(({ lowSystem }) => lowSystem),
    movedHighSystem: existingConversations.map(({ highSystem }) => highSystem),
    uids: [...batch.inboxes.keys()],
    numbers: [...batch.inboxes.values()],
    ids: messages.map(({ id }) => id),
    conversations: stored.map(({ conversationId }) => conversationId),
    seqs: messages.map(({ seq }) => seq),
    senders: messages.map(({ senderId }) => senderId),
    receivers: messages.map(({ receiverId }) => receiverId),
    texts: messages.map(({ message }) => message),
    times: messages.map(({ sentAt }) => sentAt),
    senderNs: stored.map(({ entry }) => entry.senderN),
    receiverNs: stored.map(({ entry }) => entry.receiverN),
    origins: stored.map(({ entry }) => entry.origin),
    system: messages.map(({ system }) => system ?? false),
  });
}
