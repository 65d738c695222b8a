import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { compileStatement } from '../../platform/database/prepared.ts';
import { freeBytes } from '../../platform/uploads/room/free-space.ts';

const lastBackup = compileStatement<{ at: Date }>(sql`SELECT finished_at AS at FROM last_backup`);

/** When the newest backup was made; null before the first. */
export async function readLastBackup({ pool }: Pick<Database, 'pool'>): Promise<Date | null> {
  const [row] = await lastBackup(pool, {});
  return row?.at ?? null;
}

/**
 * The folder of the database's files: told to those alone who may read all settings of the server, and of use
 * only where it is this machine, which both ends of the connection having one address tells.
 */
const databaseFolder = compileStatement<{ folder: string }>(
  sql`SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'
    AND inet_server_addr() IS NOT DISTINCT FROM inet_client_addr()`,
);

/** Free bytes of the database's volume; null where this process cannot know them. */
export async function readDatabaseSpace({ pool }: Pick<Database, 'pool'>): Promise<number | null> {
  const [row] = await databaseFolder(pool, {});
  return row ? freeBytes(row.folder).catch(() => null) : null;
}
