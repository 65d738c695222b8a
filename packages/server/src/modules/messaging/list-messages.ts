import { limits } from '@guilda/contract/limits';
import type { Message } from '@guilda/contract/messaging';
import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import {
  type MessageRow,
  messageSelection,
  pairOf,
  readBeyond,
  toMessage,
} from './stored-message.ts';

const given = sql.placeholder;

/**
 * Pages that are read: a last message, a screen, the most one may ask for. Their lengths stand in the
 * text, so that a plan made once reads no more than that.
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
      ) AS m ${readBeyond} ORDER BY m.sent_at DESC`,
    `a page of ${length} messages`,
  ),
}));

export interface MessagesWanted {
  readonly myUid: string;
  readonly otherUid: string;
  readonly limit: number;
  /** ISO 8601; only what is older. */
  readonly before?: string | undefined;
}

/** Messages of one of the person's own conversations, newest first; none with anyone unknown. */
export const listMessages =
  ({ database }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    actor: Person,
    { myUid, otherUid, limit, before }: MessagesWanted,
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
