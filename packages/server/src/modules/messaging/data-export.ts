import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { exportedOtherPerson } from '../users/index.ts';

const MESSAGES_PER_QUERY = 250;

/** A conversation in the data export of one of its members. */
interface ExportedConversation {
  readonly id: string;
  /** Username of the other member, used in the name of the exported file. */
  readonly username: string;
  readonly person: { readonly uid: string; readonly name: string };
  /** When the person muted the conversation; null while it is not muted. */
  readonly mutedAt: Date | null;
  /** When the person last read the conversation. */
  readonly readAt: Date | null;
}

/** All conversations of the person that have a message or an order, or that the person muted. */
export const conversationsDataExport = dataExportReader<ExportedConversation>({
  columns: sql`c.id, other.username, ${exportedOtherPerson('other')} AS person, m.muted_at AS "mutedAt",
    m.read_at AS "readAt"`,
  // Each part of the union has an index; one condition with OR would read the whole table.
  from: sql`FROM (
      SELECT id FROM conversations WHERE low_id = ${exportedUid} AND active_at IS NOT NULL
      UNION SELECT id FROM conversations WHERE high_id = ${exportedUid} AND active_at IS NOT NULL
      UNION SELECT conversation_id FROM conversation_members WHERE uid = ${exportedUid} AND muted_at IS NOT NULL
    ) own
    JOIN conversations c ON c.id = own.id
    JOIN users other ON other.uid = CASE WHEN c.low_id = ${exportedUid} THEN c.high_id ELSE c.low_id END
    LEFT JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${exportedUid}
    WHERE true`,
  // With a constant sort time the rows are ordered by id alone, so a change during the export does not move a row.
  sortTime: sql`'epoch'::timestamptz`,
  id: sql`c.id`,
});

interface ExportedMessage {
  readonly $at: string;
  readonly id: string;
}

const messagesStatement = compileStatement<ExportedMessage & Record<string, unknown>>(
  sql`SELECT id, CASE WHEN sender_id = ${exportedUid} THEN 'sent' ELSE 'received' END AS direction,
      message, system, sent_at AS "sentAt", ${timeText(sql`sent_at`)} AS "$at"
    FROM (
      SELECT * FROM messages WHERE conversation_id = ${sql.placeholder('conversation')}::uuid
        AND sent_at > ${sql.placeholder('after')}::timestamptz
      ORDER BY sent_at LIMIT ${sql.raw(String(MESSAGES_PER_QUERY))}
    ) AS page WHERE ${exportedUid} IN (sender_id, receiver_id) ORDER BY sent_at`,
);

/**
 * All messages of both members of a conversation, oldest first. Received messages are included, because they were
 * written to the person.
 */
export async function* messagesDataExport(pool: Queryable, uid: string, conversationId: string) {
  for (let afterTime = '-infinity'; ; ) {
    const rows = await messagesStatement(pool, {
      uid,
      conversation: conversationId,
      after: afterTime,
    });
    for (const { $at, ...row } of rows) {
      afterTime = $at;
      yield row;
    }
    if (rows.length < MESSAGES_PER_QUERY) return;
  }
}
