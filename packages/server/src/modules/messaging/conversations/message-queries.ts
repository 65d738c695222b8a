import { limits } from '@guilda/contract/limits';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { type AccountPair, blockBetween } from '../../users/index.ts';
import { type MessageRow, readPositionJoin, selectMessage } from '../message-columns.ts';

const placeholder = sql.placeholder;
const [lowId, highId] = [sql`${placeholder('low')}::uuid`, sql`${placeholder('high')}::uuid`];

/**
 * Page lengths that have a prepared statement of their own: one message, one screen, the maximum. The limit is part of
 * the SQL text, so that the plan reads no more rows than the limit.
 */
const preparedPageLengths = [1, limits.chatPage, limits.page.max];

const pageStatements = preparedPageLengths.map((length) => ({
  length,
  read: compileStatement<MessageRow>(
    sql`SELECT ${selectMessage(blockBetween(lowId, highId))} FROM (
        SELECT * FROM messages
        WHERE conversation_id = (SELECT id FROM conversations
            WHERE low_id = ${lowId} AND high_id = ${highId})
          AND sent_at < to_timestamp(${placeholder('before')}::float8 / 1000)
        ORDER BY sent_at DESC LIMIT ${sql.raw(String(length))}
      ) AS m ${readPositionJoin} ORDER BY m.sent_at DESC`,
    `a page of ${length} messages`,
  ),
}));

/**
 * Messages of a conversation before an instant (Unix time in milliseconds, or `Infinity`), newest first. The page is
 * rounded up to the next prepared length, so it may have more than `limit` messages.
 */
export function readMessagePage(
  connection: Queryable,
  { lowId, highId }: AccountPair,
  beforeMs: number | 'Infinity',
  limit: number,
): Promise<readonly MessageRow[]> {
  const pageStatement = pageStatements.find(({ length }) => length >= limit);
  if (!pageStatement) throw new Error(`no page of ${limit} messages`);
  return pageStatement.read(connection, { low: lowId, high: highId, before: beforeMs });
}
