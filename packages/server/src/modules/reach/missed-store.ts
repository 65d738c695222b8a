import { limits } from '@guilda/contract/limits';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { blockBetween } from '../users/index.ts';

/** What a person has not read of one other. */
export interface Missed {
  readonly senderId: string;
  readonly name: string;
  /** Messages, counted up to `COUNTED`. */
  readonly count: number;
  /** The oldest of them has waited long enough to be mailed of. */
  readonly waited: boolean;
}

/** Unread messages of one conversation that are counted at most. */
export const COUNTED = 100;

/** The end of a conversation that the person has not read: numbers and times rise together. */
const unreadTail = sql`SELECT m.sender_id, m.sent_at FROM messages m
  WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC
  LIMIT least(c.last_seq - coalesce(me.read_seq, 0), ${COUNTED}::integer)`;

/**
 * Whom a person has unread messages of, the last writer first: no muted conversation, nobody whose
 * account is closed, suspended or hidden by the team, nobody across a block.
 */
export async function missedBy(db: Db, uid: string): Promise<Missed[]> {
  const { rows } = await db.execute<Missed & Record<string, unknown>>(sql`
    SELECT s.uid AS "senderId", coalesce(s.display_name, s.username) AS name,
      unread.count, unread.waited
    FROM conversations c
    LEFT JOIN conversation_members me ON me.conversation_id = c.id AND me.uid = ${uid}
    JOIN users s ON s.uid = CASE WHEN c.low_id = ${uid} THEN c.high_id ELSE c.low_id END
      AND s.deleted_at IS NULL AND s.suspended_at IS NULL AND s.hidden_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, coalesce(min(tail.sent_at) <= clock_timestamp()
        - make_interval(mins => ${limits.missedMessageMinutes}), false) AS waited
      FROM (${unreadTail}) tail WHERE tail.sender_id = s.uid) unread
    WHERE ${uid} IN (c.low_id, c.high_id) AND c.last_seq > coalesce(me.read_seq, 0)
      AND me.muted_at IS NULL AND unread.count > 0
      AND NOT ${blockBetween(sql`${uid}::uuid`, sql`s.uid`)}
    ORDER BY c.active_at DESC NULLS LAST, c.id`);
  return rows;
}

/**
 * Takes the one mail that an absence is worth; null when the person was mailed within a day and has
 * read nothing since. Answers the time it is taken at, as the database writes it.
 */
export async function takeMail(tx: Db, uid: string): Promise<string | null> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    INSERT INTO missed_mails AS last (uid, mailed_at) VALUES (${uid}, clock_timestamp())
    ON CONFLICT (uid) DO UPDATE SET mailed_at = excluded.mailed_at
      WHERE last.mailed_at <= excluded.mailed_at - interval '1 day'
        OR EXISTS (SELECT FROM conversation_members m
          WHERE m.uid = last.uid AND m.read_at > last.mailed_at)
    RETURNING (extract(epoch FROM mailed_at) * 1000)::bigint::text AS at`);
  return rows[0]?.at ?? null;
}

export async function forgetMissed(tx: Db, uid: string): Promise<void> {
  await tx.execute(sql`DELETE FROM missed_mails WHERE uid = ${uid}`);
}
