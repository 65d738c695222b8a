import { sql } from 'drizzle-orm';
import { heldRows, heldUid, type ReadHeld } from '../../platform/database/held-rows.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { heldOther } from '../users/index.ts';

/** Messages that one statement reads. */
const AT_ONCE = 250;

/** A conversation as one of its two keeps it. */
export interface HeldConversation {
  readonly id: string;
  /** The other one's, for the name of a file. */
  readonly username: string;
  readonly person: { readonly uid: string; readonly name: string };
  /** When this person wanted no more notices of it; null while they do. */
  readonly mutedAt: Date | null;
  /** When they last read it. */
  readonly readAt: Date | null;
}

/** The person's conversations; each is a `HeldConversation`. */
export const heldConversations: ReadHeld = heldRows({
  columns: sql`c.id, other.username, ${heldOther('other')} AS person, m.muted_at AS "mutedAt",
    m.read_at AS "readAt"`,
  from: sql`FROM conversations c
    JOIN users other ON other.uid = CASE WHEN c.low_id = ${heldUid} THEN c.high_id ELSE c.low_id END
    LEFT JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${heldUid}
    WHERE (c.low_id = ${heldUid} OR c.high_id = ${heldUid})`,
  // One that goes on meanwhile is to be met once all the same.
  at: sql`'epoch'::timestamptz`,
  id: sql`c.id`,
});

interface Said {
  readonly $at: string;
  readonly id: string;
}

const messages = compileStatement<Said & Record<string, unknown>>(
  sql`SELECT id, CASE WHEN sender_id = ${heldUid} THEN 'sent' ELSE 'received' END AS direction,
      message, sent_at AS "sentAt", ${timeText(sql`sent_at`)} AS "$at"
    FROM messages WHERE conversation_id = ${sql.placeholder('conversation')}::uuid
      AND ${heldUid} IN (sender_id, receiver_id)
      AND sent_at > ${sql.placeholder('after')}::timestamptz
    ORDER BY sent_at LIMIT ${sql.raw(String(AT_ONCE))}`,
);

/** What the two wrote, oldest first: all of it was before the person's eyes. */
export async function* heldMessages(pool: Queryable, uid: string, conversation: string) {
  for (let after = '-infinity'; ; ) {
    const rows = await messages(pool, { uid, conversation, after });
    for (const { $at, ...row } of rows) {
      after = $at;
      yield row;
    }
    if (rows.length < AT_ONCE) return;
  }
}
