import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { instantText } from '../../../platform/database/time-text.ts';
import type { Ids } from '../../../ports/ids.ts';
import { blockBetween } from '../../users/index.ts';
import { pairOf } from '../stored-message.ts';

/**
 * Adds two people to each other's chat list, in the caller's transaction, for example when an order is paid. An
 * existing conversation keeps its position in the list.
 */
export async function ensureConversation(
  tx: Db,
  ids: Ids,
  firstUid: string,
  secondUid: string,
): Promise<void> {
  const { lowId, highId } = pairOf(firstUid, secondUid);
  await tx.execute(sql`INSERT INTO conversations AS c (id, low_id, high_id, active_at)
    VALUES (${ids.uuid()}, ${lowId}, ${highId}, ${databaseNow})
    ON CONFLICT (low_id, high_id) DO UPDATE SET active_at = excluded.active_at
    WHERE c.active_at IS NULL`);
}

/** Mutes or unmutes a conversation for one person; this does not add the conversation to the chat list. */
export async function setMuted(
  tx: Db,
  ids: Ids,
  { uid, otherId, muted }: { uid: string; otherId: string; muted: boolean },
): Promise<void> {
  const { lowId, highId } = pairOf(uid, otherId);
  await tx.execute(sql`INSERT INTO conversations (id, low_id, high_id)
    VALUES (${ids.uuid()}, ${lowId}, ${highId}) ON CONFLICT DO NOTHING`);
  // Must be a second statement: only a new statement sees a conversation that a concurrent transaction has committed
  // while the first INSERT waited for it.
  await tx.execute(sql`INSERT INTO conversation_members AS m (conversation_id, uid, muted_at)
    SELECT id, ${uid}::uuid, ${muted ? databaseNow : sql`NULL::timestamptz`}
    FROM conversations WHERE low_id = ${lowId} AND high_id = ${highId}
    ON CONFLICT (conversation_id, uid) DO UPDATE SET muted_at =
      CASE WHEN excluded.muted_at IS NULL THEN NULL ELSE coalesce(m.muted_at, excluded.muted_at) END`);
}

/**
 * Locks the pair of reader and sender until `tx` ends. Recording a notification about a message and reading the
 * message then run one after the other, so that no notification is recorded for a read message.
 */
export async function lockReaderAndSender(
  tx: Db,
  readerId: string,
  senderId: string,
): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda reading '
    || ${readerId}::uuid || ${senderId}::uuid, 0))`);
}

/** The new read position of a person in a conversation: the last message that the person has read. */
export interface ReadPosition {
  readonly seq: number;
  /** Time of reading, ISO 8601. */
  readonly readAt: string;
}

/** The column with the number of the newest message that `uid` wrote in a conversation with `lowId` as its first person. */
const newestSeqColumn = (uid: string, lowId: string) =>
  sql.raw(uid === lowId ? 'low_said' : 'high_said');

/**
 * Moves a person's read position in a conversation forward to the message with the number `shownSeq`, and to the last
 * message when only own ones follow or without that number; null when nothing up to there was unread. Locks the person's
 * inbox, so that no batch of messages is stored until `tx` ends.
 */
export async function advanceReadPosition(
  tx: Db,
  { uid, otherId, shownSeq }: { uid: string; otherId: string; shownSeq?: number | undefined },
): Promise<ReadPosition | null> {
  const { lowId, highId } = pairOf(uid, otherId);
  const readSeq =
    shownSeq === undefined
      ? sql`last_seq`
      : sql`CASE WHEN ${newestSeqColumn(otherId, lowId)} <= ${shownSeq}::bigint
          THEN last_seq ELSE ${shownSeq}::bigint END`;
  await tx.execute(sql`SELECT FROM inboxes WHERE uid = ${uid} FOR SHARE`);
  const { rows } = await tx.execute<{ seq: number; at: string }>(sql`
    INSERT INTO conversation_members AS m (conversation_id, uid, read_seq, read_at)
    SELECT id, ${uid}::uuid, ${readSeq}, ${databaseNow} FROM conversations
    WHERE low_id = ${lowId} AND high_id = ${highId} AND ${readSeq} > 0
    ON CONFLICT (conversation_id, uid) DO UPDATE
      SET read_seq = excluded.read_seq, read_at = excluded.read_at
      WHERE m.read_seq < excluded.read_seq
    RETURNING read_seq AS seq, ${instantText(sql`m.read_at`)} AS at`);
  const [row] = rows;
  return row ? { seq: row.seq, readAt: row.at } : null;
}

/** Whether a person has read every message that another person wrote to them, system messages included. */
export async function hasReadAll(tx: Db, uid: string, otherId: string): Promise<boolean> {
  const { lowId, highId } = pairOf(uid, otherId);
  const { rows } = await tx.execute(sql`SELECT FROM conversations c
    LEFT JOIN conversation_members reader ON reader.conversation_id = c.id AND reader.uid = ${uid}
    WHERE c.low_id = ${lowId} AND c.high_id = ${highId}
      AND c.${newestSeqColumn(otherId, lowId)} > coalesce(reader.read_seq, 0)`);
  return rows.length === 0;
}

/** The fields of a message that a notification needs. */
export interface UnreadMessage {
  readonly content: string;
  /** Time of sending, ISO 8601. */
  readonly sentAt: string;
  /** Time since the sending by the clock of the database, in ms. */
  readonly ageMs: number;
}

/**
 * The newest unread message that a sender wrote to a receiver, system messages left out. Null when all messages are
 * read, the receiver has muted the conversation or one of the two people has blocked the other. Reads only the newest
 * `last_seq - read_seq` messages, which are the unread ones, because sequence numbers have no gaps.
 */
export async function findNewestUnread(
  db: Db,
  receiverId: string,
  senderId: string,
): Promise<UnreadMessage | null> {
  const { lowId, highId } = pairOf(receiverId, senderId);
  const { rows } = await db.execute<{ content: string; sentAt: string; ageMs: number }>(sql`
    SELECT m.message AS content, ${instantText(sql`m.sent_at`)} AS "sentAt",
      (extract(epoch FROM ${databaseNow} - m.sent_at) * 1000)::float8 AS "ageMs"
    FROM conversations c
    LEFT JOIN conversation_members reader ON reader.conversation_id = c.id
      AND reader.uid = ${receiverId}
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT * FROM messages WHERE conversation_id = c.id
        ORDER BY sent_at DESC LIMIT c.last_seq - coalesce(reader.read_seq, 0)) AS unread
      WHERE sender_id = ${senderId} AND NOT system ORDER BY sent_at DESC LIMIT 1) m
    WHERE c.low_id = ${lowId} AND c.high_id = ${highId} AND reader.muted_at IS NULL
      AND NOT ${blockBetween(sql`c.low_id`, sql`c.high_id`)}`);
  return rows[0] ?? null;
}

/** Number of a person's conversations with unread messages, without muted conversations. */
export async function countUnreadConversations(db: Db, uid: string): Promise<number> {
  const unreadOnSide = (ownSide: 'low' | 'high', otherSide: 'low' | 'high') => sql`
    SELECT c.id FROM conversations c
    LEFT JOIN conversation_members reader ON reader.conversation_id = c.id AND reader.uid = ${uid}
    WHERE c.${sql.raw(ownSide)}_id = ${uid} AND c.active_at IS NOT NULL
      AND reader.muted_at IS NULL
      AND c.${sql.raw(otherSide)}_said > coalesce(reader.read_seq, 0)`;
  const { rows } = await db.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM (
    ${unreadOnSide('low', 'high')} UNION ALL ${unreadOnSide('high', 'low')}) AS unread`);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the records of which messages a person's sessions have received, and unmutes the person's conversations, in
 * the transaction that closes the account. Messages are not deleted.
 */
export async function deleteMessagingDataOf(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`DELETE FROM session_positions
    WHERE session_id IN (SELECT id FROM sessions WHERE uid = ${uid})`);
  await tx.execute(sql`UPDATE conversation_members SET muted_at = NULL
    WHERE uid = ${uid} AND muted_at IS NOT NULL`);
}

/**
 * Records that the sender's client requests a notification about the sender's newest message. False when this was
 * requested before, or when that message is older than `seconds`, is a system message or does not exist. Until `tx`
 * ends, no newer message of this conversation can be stored. `OFFSET 0` keeps the planner from reading the sender's messages
 * in all conversations, and the time is a subquery because an index is not searched by a volatile function.
 */
export async function claimNewestMessageNotification(
  tx: Db,
  senderId: string,
  receiverId: string,
  seconds: number,
): Promise<boolean> {
  const { lowId, highId } = pairOf(senderId, receiverId);
  const senderSide = senderId === lowId ? 'low' : 'high';
  const [notifiedColumn, saidColumn, systemColumn] = [
    sql.raw(`${senderSide}_told`),
    sql.raw(`${senderSide}_said`),
    sql.raw(`${senderSide}_system`),
  ];
  const { rows } = await tx.execute(sql`UPDATE conversations c SET ${notifiedColumn} = ${saidColumn}
    WHERE low_id = ${lowId} AND high_id = ${highId} AND greatest(${notifiedColumn}, ${systemColumn}) < ${saidColumn}
      AND ${senderId} IN (SELECT recent.sender_id FROM (
        SELECT m.sender_id FROM messages m WHERE m.conversation_id = c.id
          AND m.sent_at > (SELECT ${databaseNow} - make_interval(secs => ${seconds})) OFFSET 0) AS recent)
    RETURNING c.id`);
  return rows.length > 0;
}
