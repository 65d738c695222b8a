import { Socket } from 'node:net';
import pg from 'pg';

/** One session without time limits of its own, in which all text is written the same way. */
export async function connect(
  url: string,
  name: 'guilda-backup' | 'guilda-restore',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A failure while no query runs is told by the next query.
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

/** Whether a program serves this database now, on whatever machine. */
export async function isServed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ served: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND application_name ~ '^guilda( |$)') AS served`,
  );
  return rows[0]?.served === true;
}

/** Ends a session at once, whatever it is in the middle of. */
export async function cut(client: pg.Client): Promise<void> {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = connection instanceof Object && Reflect.get(connection, 'stream');
  if (stream instanceof Socket) stream.destroy();
  await client.end().catch(() => undefined);
}

/** A name as SQL takes it. */
export const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
