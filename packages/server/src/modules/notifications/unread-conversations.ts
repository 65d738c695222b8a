import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement, type Statement } from '../../platform/database/prepared.ts';

const uid = sql.placeholder('uid');

/** The newest message is always past one's own read position when one wrote it oneself: see sender. */
const counting: Statement<{ count: number }> = compileStatement(
  sql`SELECT count(*)::integer AS count FROM conversations c
    LEFT JOIN conversation_members m ON m.conversation_id = c.id AND m.uid = ${uid}
    WHERE (c.low_id = ${uid} OR c.high_id = ${uid}) AND EXISTS (
      SELECT FROM messages WHERE conversation_id = c.id AND receiver_id = ${uid}
        AND seq > coalesce(m.read_seq, 0))`,
  'count unread conversations',
);

/** How many conversations hold messages that a person has not read. */
export const countUnreadConversations =
  ({ database: { pool } }: { readonly database: Pick<Database, 'pool'> }) =>
  async (of: string): Promise<number> => {
    const [row] = await counting(pool, { uid: of });
    return row?.count ?? 0;
  };
