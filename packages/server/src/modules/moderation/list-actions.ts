import type { LoggedAction } from '@guilda/contract/desk-case';
import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import { readLog, toLoggedAction } from './log-queries.ts';
import { mayKnowOf } from './queue-queries.ts';

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Uid of who did it. */
  readonly actor?: string | undefined;
  /** Id of what it was done to. */
  readonly subject?: string | undefined;
}

const given = sql.placeholder;

/** A verdict on a report about the reader would tell them that there was one. */
const knowable = sql`NOT EXISTS (SELECT FROM cases k
  WHERE k.id = l.subject_id AND NOT ${mayKnowOf('k')})`;

/** The log of what the team did, the last first (`product §9`); without verdicts on reports about the reader. */
export const listActions =
  ({ database: { pool } }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    { uid: reader }: Person,
    { limit, cursor, actor, subject }: Query,
  ): Promise<
    Result<{ actions: LoggedAction[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const conditions = [knowable];
    if (actor !== undefined) conditions.push(sql`l.actor_id = ${given('actor')}`);
    if (subject !== undefined) conditions.push(sql`l.subject_id = ${given('subject')}`);
    if (after.value)
      conditions.push(
        sql`(l.created_at, l.id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`,
      );
    const rows = await readLog(pool, {
      which: sql.join(conditions, sql` AND `),
      values: { reader, actor, subject, ...after.value },
      rows: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, id }) => ({ key, id }));
    return ok({ actions: page.map(toLoggedAction), nextCursor });
  };
