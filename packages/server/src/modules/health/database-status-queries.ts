import { type ArchiverStatus, readArchiverStatus } from '../../platform/database/archiver.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { readFreeBytes } from '../../platform/uploads/free-space.ts';

const lastBackupStatement = compileStatement<{ at: Date }>(
  sql`SELECT finished_at AS at FROM last_backup`,
);

/** When the latest backup was made; null before the first. */
export async function readLastBackup({ pool }: Pick<Database, 'pool'>): Promise<Date | null> {
  const [row] = await lastBackupStatement(pool, {});
  return row?.at ?? null;
}

const lastClusterBackupStatement = compileStatement<{ at: Date }>(
  sql`SELECT finished_at AS at FROM last_cluster_backup`,
);

/** The state of WAL archiving and of the backups of the whole cluster that belong to it. */
export interface ArchiveFacts extends ArchiverStatus {
  /** When the newest backup of the cluster was made; null before the first. */
  readonly lastClusterBackupAt: Date | null;
}

/** Reads {@link ArchiveFacts}; null while the server does not archive. */
export async function readArchive({ pool }: Pick<Database, 'pool'>): Promise<ArchiveFacts | null> {
  const archiver = await readArchiverStatus(pool);
  const [row] = await lastClusterBackupStatement(pool, {});
  if (!archiver.isEnabled && !row) return null;
  return { ...archiver, lastClusterBackupAt: row?.at ?? null };
}

/**
 * The folder in which PostgreSQL stores its data. No row when the role may not read all settings, or when the database
 * runs on another machine: then the two ends of the connection have different addresses.
 */
const databaseFolderStatement = compileStatement<{ folder: string }>(
  sql`SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'
    AND inet_server_addr() IS NOT DISTINCT FROM inet_client_addr()`,
);

/** Free bytes on the disk of the database; null when this process cannot read them. */
export async function readDatabaseSpace({ pool }: Pick<Database, 'pool'>): Promise<number | null> {
  const [row] = await databaseFolderStatement(pool, {});
  return row ? readFreeBytes(row.folder).catch(() => null) : null;
}

/** Facts about the database that the health page shows. */
export interface DatabaseFacts extends Record<string, unknown> {
  readonly version: string;
  /** Size of the database; text, because the driver returns `bigint` as text. */
  readonly sizeBytes: string;
  readonly connectionCount: number;
  readonly maxConnections: number;
  /** Number of applied migrations. */
  readonly migrationCount: number;
}

/** Reads {@link DatabaseFacts} in one row. */
export const readDatabaseFacts = compileStatement<DatabaseFacts>(
  sql`SELECT current_setting('server_version') AS version,
    pg_database_size(current_database())::text AS "sizeBytes",
    (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend')
      AS "connectionCount",
    current_setting('max_connections')::integer AS "maxConnections",
    (SELECT count(*)::integer FROM migrations) AS "migrationCount"`,
);

/** Reads the current time of the database's clock, in one row. */
export const readDatabaseTime = compileStatement<{ at: Date }>(sql`SELECT ${databaseNow} AS at`);
