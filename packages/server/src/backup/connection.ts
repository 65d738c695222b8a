import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Opens a database session without statement timeouts and with fixed output formats, so that dumps are reproducible.
 */
export async function connectForBackup(
  url: string,
  name: 'guilda-backup' | 'guilda-restore',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // This listener keeps a connection error between queries from crashing the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
      SET lock_timeout = '60s'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD';
      SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex';
      SET synchronize_seqscans = off; SET row_security = off; SET search_path = public`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

/** Whether a running program is connected to this database, on any machine. */
export async function isProgramConnected(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ connected: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND application_name ~ '^guilda( |$)') AS connected`,
  );
  return rows[0]?.connected === true;
}

/** Ends a session at once by destroying its socket. */
export async function destroySession(client: pg.Client): Promise<void> {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = connection instanceof Object && Reflect.get(connection, 'stream');
  if (stream instanceof Socket) stream.destroy();
  await client.end().catch(() => undefined);
}

/** Quotes a table or column name for SQL; each part of a qualified name is quoted. */
export const quoteName = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
