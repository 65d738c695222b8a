import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { exportedOtherPerson } from '../users/index.ts';

/** Messages that one statement reads. */
const BATCH_SIZE = 250;

/** A conversation as one of its two keeps it. */
interface ExportedConversation {
  readonly id: string;
  /** The other one's, for the name of a file. */
  readonly username: string;
  readonly person: { readonly uid: string; readonly name: string };
  /** When this person wanted no more notices of it; null while they do. */
  readonly mutedAt: Date | null;
  /** When they last read it. */
  readonly readAt: Date | null;
}

/** The person's conversations. */
export const conversationsDataExport = dataExportReader<ExportedConversation>({
  columns: sql`c.id, other.username, ${exportedOtherPerson('other')} AS person, m.muted_at AS "mutedAt",
    m.read_at AS "readAt"`,
  from: sql`FROM conversations c
    JOIN users other ON other.uid = CASE WHEN c.low_id = ${exportedUid} THEN c.high_id ELSE c.low_id END
    LEFT JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${exportedUid}
    WHERE (c.low_id = ${exportedUid} OR c.high_id = ${exportedUid})`,
  // A constant, so that a conversation that changes during the export is read exactly once.
  at: sql`'epoch'::timestamptz`,
  id: sql`c.id`,
});

interface ExportedMessage {
  readonly $at: string;
  readonly id: string;
}

const messagesStatement = compileStatement<ExportedMessage & Record<string, unknown>>(
  sql`SELECT id, CASE WHEN sender_id = ${exportedUid} THEN 'sent' ELSE 'received' END AS direction,
      message, sent_at AS "sentAt", ${timeText(sql`sent_at`)} AS "$at"
    FROM messages WHERE conversation_id = ${sql.placeholder('conversation')}::uuid
      AND ${exportedUid} IN (sender_id, receiver_id)
      AND sent_at > ${sql.placeholder('after')}::timestamptz
    ORDER BY sent_at LIMIT ${sql.raw(String(BATCH_SIZE))}`,
);

/** What the two wrote, oldest first: all of it was before the person's eyes. */
export async function* messagesDataExport(pool: Queryable, uid: string, conversation: string) {
  for (let after = '-infinity'; ; ) {
    const rows = await messagesStatement(pool, { uid, conversation, after });
    for (const { $at, ...row } of rows) {
      after = $at;
      yield row;
    }
    if (rows.length < BATCH_SIZE) return;
  }
}
