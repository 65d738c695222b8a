import type { AuditLogEntry } from '@guilda/contract/moderation-case';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { notAboutReader } from '../queue/queue-queries.ts';
import { readLog, toLoggedAction } from './audit-log-queries.ts';

interface AuditLogQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Uid of the administrator. */
  readonly actor?: string | undefined;
  /** Id of the subject. */
  readonly subject?: string | undefined;
}

const given = sql.placeholder;

/** Decisions on reports about the reader are left out: they would reveal that there was a report. */
const visible = sql`NOT EXISTS (SELECT FROM cases k
  WHERE k.id = l.subject_id AND NOT ${notAboutReader('k')})`;

/** The audit log, newest first, without decisions on reports about the reader. */
export const listActions =
  ({ database: { pool } }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    { uid: reader }: Person,
    { limit, cursor, actor, subject }: AuditLogQuery,
  ): Promise<
    Result<{ actions: AuditLogEntry[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const after = decodeCursor(cursor, timeKey);
    if (!after.ok) return after;
    const conditions = [visible];
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
