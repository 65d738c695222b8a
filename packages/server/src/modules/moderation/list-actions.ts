import type { LoggedAction } from '@guilda/contract/desk-case';
import { sql } from 'drizzle-orm';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import { readLog, toLoggedAction } from './log-queries.ts';

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Uid of who did it. */
  readonly actor?: string | undefined;
  /** Id of what it was done to. */
  readonly subject?: string | undefined;
}

const given = sql.placeholder;

/** The log of what the team did, the last first (`product §9`). */
export const listActions =
  ({ database: { pool } }: { readonly database: Pick<Database, 'pool'> }) =>
  async ({
    limit,
    cursor,
    actor,
    subject,
  }: Query): Promise<
    Result<{ actions: LoggedAction[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const conditions = [sql`true`];
    if (actor !== undefined) conditions.push(sql`l.actor_id = ${given('actor')}`);
    if (subject !== undefined) conditions.push(sql`l.subject_id = ${given('subject')}`);
    if (after.value)
      conditions.push(
        sql`(l.created_at, l.id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`,
      );
    const rows = await readLog(pool, {
      which: sql.join(conditions, sql` AND `),
      values: { actor, subject, ...after.value },
      rows: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, id }) => ({ key, id }));
    return ok({ actions: page.map(toLoggedAction), nextCursor });
  };
