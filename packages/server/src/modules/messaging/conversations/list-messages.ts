import { limits } from '@guilda/contract/limits';
import type { Message } from '@guilda/contract/messaging';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import {
  type MessageRow,
  messageSelection,
  pairOf,
  readPositionJoin,
  toMessage,
} from '../stored-message.ts';

const given = sql.placeholder;

/**
 * Page lengths with a statement each: the last message, one screen, the maximum. The length is part of
 * the text, so that the prepared plan reads no more rows than that.
 */
const lengths = [1, limits.chatPage, limits.page.max];

const pages = lengths.map((length) => ({
  length,
  read: compileStatement<MessageRow>(
    sql`SELECT ${messageSelection} FROM (
        SELECT * FROM messages
        WHERE conversation_id = (SELECT id FROM conversations
            WHERE low_id = ${given('low')}::uuid AND high_id = ${given('high')}::uuid)
          AND sent_at < to_timestamp(${given('before')}::float8 / 1000)
        ORDER BY sent_at DESC LIMIT ${sql.raw(String(length))}
      ) AS m ${readPositionJoin} ORDER BY m.sent_at DESC`,
    `a page of ${length} messages`,
  ),
}));

export interface MessageQuery {
  readonly myUid: string;
  readonly otherUid: string;
  readonly limit: number;
  /** ISO 8601; only what is older. */
  readonly before?: string | undefined;
}

/** Messages of one of the actor's own conversations, newest first; empty with an unknown person. */
export const listMessages =
  ({ database }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    actor: Person,
    { myUid, otherUid, limit, before }: MessageQuery,
  ): Promise<Result<{ messages: Message[] }, 'forbidden' | 'invalid_date'>> => {
    if (myUid !== actor.uid) return err('forbidden');
    const instant = before === undefined ? 'Infinity' : Date.parse(before);
    if (Number.isNaN(instant)) return err('invalid_date');
    const { lowId: low, highId: high } = pairOf(myUid, otherUid);
    const page = pages.find(({ length }) => length >= limit);
    if (!page) throw new Error(`no page of ${limit} messages`);
    const rows = await page.read(database.pool, { low, high, before: instant });
    return ok({ messages: rows.slice(0, limit).map(toMessage) });
  };
