import pg from 'pg';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { errorMessageOf } from './log.ts';

/** Name of Guilda's database in the embedded cluster. */
const DATABASE_NAME = 'guilda';
/** Extensions that full-text search needs. */
const NEEDED_EXTENSIONS = ['pg_trgm', 'unaccent'];
const TEXT_SEARCH_CONFIGURATION = 'portuguese';

/** URL of a database in the cluster, by default of Guilda's database; it contains the password. */
export function databaseURL(port: number, password: string, name = DATABASE_NAME): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Creates Guilda's database at the first start and checks that PostgreSQL has everything that search needs.
 * @returns the URL of the database, including the password
 * @throws EmbeddedDatabaseError `no_engine` when PostgreSQL lacks something, `start_failed` when it answers with
 * another error
 */
export async function prepareDatabase(port: number, password: string): Promise<string> {
  try {
    return await prepareDatabaseOnPort(port, password);
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw new EmbeddedDatabaseError(
      'start_failed',
      `O banco de dados iniciou, mas não respondeu como devia: ${errorMessageOf(error)}`,
      { cause: error },
    );
  }
}

async function prepareDatabaseOnPort(port: number, password: string): Promise<string> {
  const client = new pg.Client({
    connectionString: databaseURL(port, password, 'postgres'),
    connectionTimeoutMillis: 10_000,
    application_name: 'guilda-start',
  });
  // This listener keeps a connection error between queries from crashing the program; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const existingDatabases = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE_NAME,
    ]);
    if (existingDatabases.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
    await checkNeededFeatures(client);
  } finally {
    await client.end();
  }
  return databaseURL(port, password);
}

async function checkNeededFeatures(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name
     where name not in (select name from pg_available_extensions)
     union all
     select $2::text where not exists (select 1 from pg_ts_config where cfgname = $2::text)`,
    [NEEDED_EXTENSIONS, TEXT_SEARCH_CONFIGURATION],
  );
  if (rows.length === 0) return;
  throw new EmbeddedDatabaseError(
    'no_engine',
    `O PostgreSQL encontrado não tem ${rows.map(({ name }) => name).join(', ')}. Instale o pacote ` +
      '"contrib" dele, ou aponte PG_BIN para um PostgreSQL completo.',
  );
}
