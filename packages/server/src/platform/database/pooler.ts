import pg from 'pg';
import { SERVER_TIMEOUTS } from './pool.ts';

/** Problems because of which Guilda cannot use a pooler or its settings. */
export type PoolerProblem =
  | 'direct_missing'
  | 'direct_pooled'
  | 'other_database'
  | 'statement_mode'
  | 'no_prepared_statements'
  | 'no_timeouts';

/** Sentence and remedy of each problem, in Portuguese for the operator. */
export const poolerProblemTexts: Readonly<Record<PoolerProblem, readonly [string, string]>> = {
  direct_missing: [
    'Há um pooler (como o PgBouncer) entre a Guilda e o banco de DATABASE_URL, e DATABASE_DIRECT_URL falta.',
    'Dê nela o endereço do próprio PostgreSQL: avisos, trabalhos, migrações e backups precisam de sessões só deles.',
  ],
  direct_pooled: [
    'DATABASE_DIRECT_URL também passa por um pooler.',
    'Ela deve levar ao próprio PostgreSQL.',
  ],
  other_database: [
    'DATABASE_DIRECT_URL e DATABASE_URL não levam ao mesmo banco.',
    'Compare nas duas o nome do banco, e veja a que servidor o pooler leva.',
  ],
  statement_mode: [
    'O pooler de DATABASE_URL está em modo de comando, que recusa transações.',
    'Use pool_mode = transaction.',
  ],
  no_prepared_statements: [
    'O pooler de DATABASE_URL não acompanha comandos preparados.',
    'Use o PgBouncer 1.21 ou mais novo, com pool_mode = transaction e max_prepared_statements acima de 0.',
  ],
  no_timeouts: [
    'As conexões do pooler de DATABASE_URL não têm todos os limites de tempo.',
    `Ponha em connect_query, como em deploy/pgbouncer.ini: ${Object.entries(SERVER_TIMEOUTS)
      .map(([name, ms]) => `SET ${name} = ${ms};`)
      .join(' ')}`,
  ],
};

/** Key of the advisory lock that shows whether two connections use the same database. */
const SAME_DATABASE_LOCK = 4_885_201_471;

/**
 * SQLSTATEs for a prepared statement that exists already or does not exist: the pooler has changed the server
 * connection.
 */
const PREPARED_STATEMENT_ERRORS = /^(42P05|26000)$/;

async function withConnection<T>(
  url: string,
  answerMs: number,
  work: (client: pg.Client) => Promise<T>,
  timeouts: Partial<typeof SERVER_TIMEOUTS> = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-pooler-check',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    ...timeouts,
  });
  // An error of the connection while no query runs is reported by the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Whether the connection goes through a pooler: a pooler reports its own process id instead of that of the server
 * process.
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== Reflect.get(client, 'processID');
}

async function refusesTransactions(client: pg.Client): Promise<boolean> {
  try {
    await client.query('BEGIN');
    await client.query('ROLLBACK');
    return false;
  } catch (error) {
    if (error instanceof Error && /statement pooling/.test(error.message)) return true;
    throw error;
  }
}

/**
 * Whether the pooler passes the names of prepared statements on to the server unchanged. Names belong to one of its
 * many server connections, so a pooler that supports prepared statements renames them.
 */
async function forwardsStatementNames(client: pg.Client): Promise<boolean> {
  const name = 'guilda_pooler_check';
  const text = 'SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS forwarded';
  try {
    const { rows } = await client.query<{ forwarded: boolean }>({ name, text, values: [name] });
    return rows[0]?.forwarded === true;
  } catch (error) {
    if (PREPARED_STATEMENT_ERRORS.test(String(Reflect.get(Object(error), 'code')))) return true;
    throw error;
  }
}

/** Whether a connection lacks one of `SERVER_TIMEOUTS` or has a longer timeout instead. */
async function lacksTimeouts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string; ms: number }>(
    'SELECT name, setting::int AS ms FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(SERVER_TIMEOUTS)],
  );
  return Object.entries(SERVER_TIMEOUTS).some(([name, limit]) => {
    const ms = rows.find((row) => row.name === name)?.ms ?? 0;
    return ms === 0 || ms > limit;
  });
}

async function isSameDatabase(direct: pg.Client, pooled: pg.Client): Promise<boolean> {
  await direct.query('SELECT pg_advisory_lock($1)', [SAME_DATABASE_LOCK]);
  const { rows } = await pooled.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [SAME_DATABASE_LOCK],
  );
  return rows[0]?.free === false;
}

async function findDirectProblems(direct: pg.Client, pooled: pg.Client): Promise<PoolerProblem[]> {
  if (await isPooled(direct)) return ['direct_pooled'];
  return [
    ...((await isSameDatabase(direct, pooled)) ? [] : (['other_database'] as const)),
    ...((await lacksTimeouts(pooled)) ? (['no_timeouts'] as const) : []),
  ];
}

/**
 * Finds problems of the pooler at `url` (`DATABASE_URL`) and of the direct address of the database; the list is empty
 * when there is neither a pooler nor a direct address.
 * @param directUrl `DATABASE_DIRECT_URL`, or null
 * @param answerMs timeout of each answer, in ms
 * @throws the driver's error when a connection or a query fails
 */
export function findPoolerProblems(
  url: string,
  directUrl: string | null,
  answerMs = 5_000,
): Promise<PoolerProblem[]> {
  return withConnection(url, answerMs, async (client) => {
    const isBehindPooler = await isPooled(client);
    const problems: PoolerProblem[] =
      isBehindPooler && directUrl === null ? ['direct_missing'] : [];
    // A pooler that refuses a transaction closes the connection, so no further check is possible.
    if (isBehindPooler && (await refusesTransactions(client)))
      return [...problems, 'statement_mode'];
    if (isBehindPooler && (await forwardsStatementNames(client)))
      problems.push('no_prepared_statements');
    if (directUrl === null) return problems;
    const problemsOfDirectAddress = await withConnection(directUrl, answerMs, (direct) =>
      findDirectProblems(direct, client),
    );
    return [...problems, ...problemsOfDirectAddress];
  });
}

/**
 * Whether a pooler refuses the timeouts that a program without `DATABASE_DIRECT_URL` asks for when it connects.
 * @param answerMs timeout of each answer, in ms
 * @throws the driver's error when the connection fails for another reason
 */
export async function refusesServerTimeouts(url: string, answerMs = 5_000): Promise<boolean> {
  try {
    await withConnection(url, answerMs, async () => undefined, SERVER_TIMEOUTS);
    return false;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return true;
    throw error;
  }
}
