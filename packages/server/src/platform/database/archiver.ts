import type pg from 'pg';

/** What the database server says about archiving its WAL. */
export interface ArchiverStatus {
  /** Whether the server archives WAL at all (`archive_mode`). */
  readonly isEnabled: boolean;
  /** Time at which the newest archived WAL file was stored; null before the first. */
  readonly lastArchivedAt: Date | null;
  /** Number of failed attempts since the server's statistics were reset. */
  readonly failedCount: number;
  /** Whether the latest attempt failed. */
  readonly isFailing: boolean;
}

/** Reads the status of the archiver, which every role may read. */
export async function readArchiverStatus(
  client: Pick<pg.ClientBase | pg.Pool, 'query'>,
): Promise<ArchiverStatus> {
  const { rows }: { rows: ArchiverStatus[] } = await client.query(
    `SELECT current_setting('archive_mode') <> 'off' AS "isEnabled",
       last_archived_time AS "lastArchivedAt", failed_count::float8 AS "failedCount",
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "isFailing"
     FROM pg_stat_archiver`,
  );
  const [status] = rows;
  if (!status) throw new Error('the archiver has no status');
  return status;
}
