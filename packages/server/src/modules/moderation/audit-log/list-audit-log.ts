import type { AuditLogEntry } from '@guilda/contract/moderation/moderation-case';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import { readLogPage, toAuditLogEntry } from './audit-log-queries.ts';

interface AuditLogQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Uid of an administrator, to read only entries of that administrator. */
  readonly actor?: string | undefined;
  /** Id of a subject, to read only entries about that subject. */
  readonly subject?: string | undefined;
}

/** A page of the audit log, newest first. Entries about a report against the reader are left out. */
export const listAuditLog =
  ({ database: { pool } }: { readonly database: Pick<Database, 'pool'> }) =>
  async (
    { uid: readerId }: Person,
    { limit, cursor, actor, subject }: AuditLogQuery,
  ): Promise<
    Result<{ actions: AuditLogEntry[]; nextCursor: string | null }, 'invalid_parameter'>
  > => {
    const afterCursor = decodeCursor(cursor, timeKey);
    if (!afterCursor.ok) return afterCursor;
    const rows = await readLogPage(pool, {
      reader: readerId,
      actor,
      subject,
      afterCursor: afterCursor.value,
      limit,
    });
    const { page, nextCursor } = pageOf(rows, limit, ({ key, id }) => ({ key, id }));
    return ok({ actions: page.map(toAuditLogEntry), nextCursor });
  };
