import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../../../platform/database/clock.ts';
import type { Db } from '../../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../../platform/database/query-builder.ts';
import { blockBetween } from '../../../users/index.ts';

/** The unread messages of one sender to the receiver. */
export interface MissedMessages {
  readonly senderId: string;
  readonly name: string;
  /** Number of unread messages, counted up to one more than `MAX_SHOWN_MESSAGES`. */
  readonly count: number;
  /** Whether the oldest unread message that the sender wrote was unread for long enough to be mailed. */
  readonly waitedLongEnough: boolean;
}

/** Maximum number of unread messages of one sender that a mail tells; of more it says that there are more. */
export const MAX_SHOWN_MESSAGES = 100;

/**
 * SQL for the number of unread messages; `c` is the conversation and `me` the reader's row in `conversation_members`.
 * Sequence numbers have no gaps and increase with time, so the unread messages are the newest ones of the conversation.
 */
const unreadCount = sql`c.last_seq - coalesce(me.read_seq, 0)`;

const selectNewestMessages = (maxCount: SQL) =>
  sql`SELECT m.sender_id, m.sent_at, m.system FROM messages m
    WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC LIMIT ${maxCount}`;
const selectCountedMessages = selectNewestMessages(
  sql`least(${unreadCount}, ${MAX_SHOWN_MESSAGES + 1}::integer)`,
);

/**
 * SQL for whether the sender `s` wrote one of the unread messages long enough ago. All unread messages are searched,
 * because the sender may have written more than `MAX_SHOWN_MESSAGES` since. The search reads the newest messages first
 * and ends at the first match, so its cost does not grow with the number of older messages.
 */
const hasWaitedLongEnough = sql`EXISTS (SELECT FROM (${selectNewestMessages(unreadCount)}) unread_message
  WHERE unread_message.sender_id = s.uid AND NOT unread_message.system AND unread_message.sent_at
    <= ${databaseNow} - make_interval(mins => ${limits.missedMessageMinutes}))`;

/**
 * Senders of a person's unread messages, latest message first. Muted conversations, blocked people, and closed,
 * suspended and hidden accounts are left out.
 */
export async function findMissedMessages(db: Db, uid: string): Promise<MissedMessages[]> {
  const { rows } = await db.execute<MissedMessages & Record<string, unknown>>(sql`
    SELECT s.uid AS "senderId", coalesce(s.display_name, s.username) AS name,
      counted.count, ${hasWaitedLongEnough} AS "waitedLongEnough"
    FROM conversations c
    LEFT JOIN conversation_members me ON me.conversation_id = c.id AND me.uid = ${uid}
    JOIN users s ON s.uid = CASE WHEN c.low_id = ${uid} THEN c.high_id ELSE c.low_id END
      AND s.deleted_at IS NULL AND s.suspended_at IS NULL AND s.hidden_at IS NULL
    CROSS JOIN LATERAL (SELECT count(*)::integer AS count
      FROM (${selectCountedMessages}) tail WHERE tail.sender_id = s.uid) counted
    WHERE ${uid} IN (c.low_id, c.high_id) AND c.active_at IS NOT NULL AND c.last_seq > coalesce(me.read_seq, 0)
      AND me.muted_at IS NULL AND counted.count > 0
      AND NOT ${blockBetween(sql`${uid}::uuid`, sql`s.uid`)}
    ORDER BY c.active_at DESC, c.id`);
  return rows;
}

/**
 * Records that a reminder mail is sent to the person now, and returns the time in ms since 1970, which identifies the
 * mail. Null when a mail was recorded within the last day and the person has read no message since that mail.
 */
export async function claimReminderMail(tx: Db, uid: string): Promise<string | null> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    INSERT INTO missed_mails AS last (uid, mailed_at) VALUES (${uid}, ${databaseNow})
    ON CONFLICT (uid) DO UPDATE SET mailed_at = excluded.mailed_at
      WHERE last.mailed_at <= excluded.mailed_at - interval '1 day'
        OR EXISTS (SELECT FROM conversations c
          JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${uid}
          WHERE (c.low_id = ${uid} OR c.high_id = ${uid}) AND c.active_at IS NOT NULL AND m.read_at > last.mailed_at)
    RETURNING (extract(epoch FROM mailed_at) * 1000)::bigint::text AS at`);
  return rows[0]?.at ?? null;
}

/**
 * Time at which the sender's unread messages may be mailed after `claimReminderMail` has refused a mail: a day after the
 * last mail. Null when an unread message of the sender is older than that mail, because the mail then counted this
 * sender already.
 */
export async function findNextMailTime(
  tx: Db,
  { receiverId, senderId }: { readonly receiverId: string; readonly senderId: string },
): Promise<Date | null> {
  // The time is rounded up, because a job that runs before the end of the day would be refused again.
  const { rows } = await tx.execute<{ at: string }>(sql`
    SELECT ceil(extract(epoch FROM last.mailed_at + interval '1 day') * 1000)::bigint::text AS at
    FROM missed_mails last
    JOIN conversations c ON c.low_id = least(${receiverId}::uuid, ${senderId}::uuid)
      AND c.high_id = greatest(${receiverId}::uuid, ${senderId}::uuid)
    LEFT JOIN conversation_members me ON me.conversation_id = c.id AND me.uid = last.uid
    WHERE last.uid = ${receiverId} AND NOT EXISTS (
      SELECT FROM (${selectNewestMessages(unreadCount)}) unread_message
      WHERE unread_message.sender_id = ${senderId} AND NOT unread_message.system
        AND unread_message.sent_at <= last.mailed_at)`);
  return rows[0] ? new Date(Number(rows[0].at)) : null;
}

export async function deleteReminderClaimOf(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`DELETE FROM missed_mails WHERE uid = ${uid}`);
}
