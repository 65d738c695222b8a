import pg from 'pg';
import { clockProbe, databaseProbe, readDatabaseSpace } from '../modules/health/index.ts';
import { findNonDurableSettings } from '../platform/database/durability.ts';
import { listMigrationNames } from '../platform/database/migrate.ts';
import { noReplicas } from '../platform/database/replicas/replicas.ts';
import {
  checkedFinding,
  connectionFailureText,
  errorCodeOf,
  type Finding,
  failedFinding,
  passedFinding,
} from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';
import { migrationFinding } from './migrations.ts';
import { toProbeFinding } from './probe-finding.ts';

export interface DatabaseTarget {
  readonly url: string;
  /** Name of the setting that has `url`; `DATABASE_URL` by default. */
  readonly setting?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  /** Maximum number of connections of one process's pool. */
  readonly poolMax: number;
  readonly clock: Clock;
  /** Whether acknowledged commits must survive a power loss, as in production. */
  readonly durable: boolean;
  /** Timeout of each answer of the database, in ms. */
  readonly answerMs?: number;
}

/** Oldest supported major version of PostgreSQL. */
const MIN_MAJOR_VERSION = 15;
const ANSWER_TIMEOUT_MS = 4_000;
/** Connections of a process besides its pool: one for the notification listener, one for migrations at the start. */
const CONNECTIONS_BESIDES_POOL = 2;
const NEEDED_EXTENSIONS = ['unaccent', 'pg_trgm'] as const;

/** Properties of the database server, as the server reports them. */
export interface ServerFacts {
  readonly version: string;
  /** Major version of PostgreSQL. */
  readonly number: number;
  readonly encoding: string;
  /** Number of connections that the program can open within the limits of role and database. */
  readonly allowed: number;
  /** Whether the server is a standby or read-only by default. */
  readonly standby: boolean;
  /** Whether the database has the table of applied migrations, which the first start of the program creates. */
  readonly migrated: boolean;
  /** Number of tables that another role owns. */
  readonly foreign: number;
}

const SERVER_FACTS_QUERY = `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int / 10000 AS number,
    pg_encoding_to_char(d.encoding) AS encoding,
    LEAST(
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      CASE WHEN d.datconnlimit < 0 THEN 1000000 ELSE d.datconnlimit END,
      CASE WHEN r.rolconnlimit < 0 THEN 1000000 ELSE r.rolconnlimit END) AS allowed,
    pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS standby,
    to_regclass('public.migrations') IS NOT NULL AS migrated,
    (SELECT count(*)::int FROM pg_class c WHERE c.relnamespace = to_regnamespace('public')
       AND c.relkind = 'r' AND NOT pg_has_role(c.relowner, 'USAGE')) AS "foreign"
  FROM pg_database d, pg_roles r
  WHERE d.datname = current_database() AND r.rolname = current_user`;

/** Statements that the program's start needs, by description; run in a transaction that is rolled back. */
const requiredStatements: Readonly<Record<string, string>> = {
  'criar tabelas e gatilhos': `CREATE TABLE public.guilda_doctor (n int);
    CREATE FUNCTION public.guilda_doctor() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER guilda_doctor AFTER INSERT ON public.guilda_doctor
      FOR EACH ROW EXECUTE FUNCTION public.guilda_doctor()`,
  'criar esquemas': 'CREATE SCHEMA guilda_doctor',
};

/** Runs a statement; returns null if it is allowed, else the SQLSTATE of the error. */
async function tryStatement(client: pg.PoolClient, statement: string): Promise<string | null> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
  try {
    await client.query(statement);
    return null;
  } catch (error) {
    return errorCodeOf(error) || 'erro';
  } finally {
    await client.query('ROLLBACK');
  }
}

async function requiredStatementFindings(client: pg.PoolClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [description, statement] of Object.entries(requiredStatements)) {
    const refusal = await tryStatement(client, statement);
    findings.push(
      checkedFinding(
        refusal === null,
        `O usuário do banco pode ${description}.`,
        `O usuário do banco não pode ${description} (${refusal}).`,
        'Faça dele o dono do banco: ALTER DATABASE … OWNER TO …;',
      ),
    );
  }
  for (const name of NEEDED_EXTENSIONS) {
    const refusal = await tryStatement(client, `CREATE EXTENSION IF NOT EXISTS ${name}`);
    findings.push(
      checkedFinding(
        refusal === null,
        `A extensão ${name} existe ou pode ser criada.`,
        `A extensão ${name} falta e não pode ser criada (${refusal}).`,
        `Instale os módulos "contrib" do PostgreSQL e rode como administrador: CREATE EXTENSION ${name};`,
      ),
    );
  }
  return findings;
}

/** Findings from the properties of the server. */
export function serverPropertyFindings(serverFacts: ServerFacts, poolMax: number): Finding[] {
  const { version, number, encoding, allowed, foreign } = serverFacts;
  return [
    checkedFinding(
      number >= MIN_MAJOR_VERSION,
      `Versão: PostgreSQL ${version}.`,
      `O PostgreSQL é da versão ${version}, antiga demais.`,
      `A Guilda precisa do ${MIN_MAJOR_VERSION} ou mais novo.`,
    ),
    checkedFinding(
      encoding === 'UTF8',
      'O banco guarda texto em UTF8.',
      `O banco guarda texto em ${encoding}.`,
      "Crie outro: CREATE DATABASE … ENCODING UTF8 LOCALE 'C.UTF-8' TEMPLATE template0;",
    ),
    checkedFinding(
      poolMax + CONNECTIONS_BESIDES_POOL <= allowed,
      `Cada processo usa até ${poolMax + CONNECTIONS_BESIDES_POOL} conexões, e o banco dá ${allowed} a todos juntos.`,
      `Um processo usa até ${poolMax + CONNECTIONS_BESIDES_POOL} conexões, e o banco só dá ${allowed}.`,
      'Aumente max_connections (ou o limite do usuário ou do banco), ou baixe DATABASE_POOL_MAX (com um pooler, o default_pool_size dele).',
    ),
    ...(foreign === 0
      ? []
      : [
          failedFinding(
            `${foreign} tabelas são de outro usuário: as migrações não podem mudá-las.`,
            'Rode como administrador, em cada uma: ALTER TABLE … OWNER TO …;',
          ),
        ]),
  ];
}

async function durabilityFindings(client: pg.PoolClient): Promise<Finding[]> {
  const disabledSettings = await findNonDurableSettings(client);
  return [
    checkedFinding(
      disabledSettings.length === 0,
      'O que o banco confirma resiste à falta de energia.',
      `O banco esquece o que confirmou quando falta energia: ${disabledSettings.join(' e ')} em off.`,
      'Ligue no servidor, e veja se o banco ou o usuário não desligam: ALTER SYSTEM SET … = on; SELECT pg_reload_conf();',
    ),
  ];
}

async function migrationFindings(client: pg.PoolClient, { migrated }: ServerFacts) {
  const knownMigrations = await listMigrationNames();
  if (!migrated) return migrationFinding(knownMigrations, null);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM public.migrations ORDER BY name',
  );
  return migrationFinding(
    knownMigrations,
    rows.map(({ name }) => name),
  );
}

const failureTextsByState: Readonly<Record<string, readonly [text: string, todo: string]>> = {
  '28P01': ['não aceita o usuário ou a senha', 'Confira os dois em DATABASE_URL.'],
  '28000': ['não aceita este usuário daqui', 'Confira DATABASE_URL e o pg_hba.conf do servidor.'],
  '3D000': ['não tem o banco que DATABASE_URL diz', 'Crie-o: CREATE DATABASE … OWNER …;'],
  '42501': ['não deixa o usuário usar este banco', 'Faça dele o dono do banco.'],
  '53300': [
    'não tem mais conexões livres',
    'Aumente max_connections ou baixe DATABASE_POOL_MAX dos processos (com um pooler, o default_pool_size dele).',
  ],
  '57P03': ['ainda está subindo ou descendo', 'Tente de novo daqui a pouco.'],
};

/** Whether an error is a timeout, recognised by its message because the driver's timeout errors have no code. */
const isTimeoutError = (error: unknown) => error instanceof Error && /timeout/i.test(error.message);

function connectionFailureFinding(error: unknown, setting: string): Finding {
  const [text, todo] = failureTextsByState[errorCodeOf(error)] ?? [];
  if (text && todo) {
    const withSettingName = (sentence: string) => sentence.replace('DATABASE_URL', setting);
    return failedFinding(`O PostgreSQL ${withSettingName(text)}.`, withSettingName(todo));
  }
  const reason = isTimeoutError(error)
    ? 'não houve resposta a tempo'
    : connectionFailureText(error);
  return failedFinding(
    `O banco de dados não pôde ser usado: ${reason}.`,
    `Veja se o PostgreSQL está de pé e se host, porta e sslmode de ${setting} estão certos.`,
  );
}

async function examineConnectedDatabase(
  pool: pg.Pool,
  databaseTarget: DatabaseTarget,
): Promise<Finding[]> {
  const { poolMax, clock, durable, setting = 'DATABASE_URL' } = databaseTarget;
  const client = await pool.connect();
  // This listener keeps a connection error between queries from crashing the process; the next query reports it.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<ServerFacts>(SERVER_FACTS_QUERY);
    const [facts] = rows;
    if (!facts) return [connectionFailureFinding(undefined, setting)];
    const answersFinding = passedFinding('O banco de dados responde.');
    const clockFinding = toProbeFinding(await clockProbe({ pool }, clock).read());
    if (facts.standby) {
      const todo = `${setting} deve levar ao servidor principal, não a uma réplica.`;
      return [answersFinding, failedFinding('O banco só pode ser lido.', todo), clockFinding];
    }
    const readSpace = () => readDatabaseSpace({ pool });
    const usageFindings = facts.migrated
      ? [toProbeFinding(await databaseProbe({ pool }, readSpace, noReplicas).read())]
      : [];
    return [
      answersFinding,
      ...serverPropertyFindings(facts, poolMax),
      ...(durable ? await durabilityFindings(client) : []),
      ...(await requiredStatementFindings(client)),
      await migrationFindings(client, facts),
      ...usageFindings.filter(({ ok }) => ok === false),
      clockFinding,
    ];
  } finally {
    client.release(true);
  }
}

/**
 * Checks the replicas, which answer reads that may return data a few seconds old; findings name each by its position in
 * `DATABASE_READ_URL`.
 */
export async function examineReplicas(
  urls: readonly string[],
  answerMs = ANSWER_TIMEOUT_MS,
): Promise<readonly Finding[]> {
  return Promise.all(
    urls.map(async (connectionString, index) => {
      const client = new pg.Client({
        ...{ connectionString, connectionTimeoutMillis: answerMs, query_timeout: answerMs },
        application_name: 'guilda-doctor',
      });
      client.on('error', () => undefined);
      const name = `A réplica ${index + 1} de DATABASE_READ_URL`;
      try {
        await client.connect();
        const { rows } = await client.query<{ standby: boolean }>(
          'SELECT pg_is_in_recovery() AS standby',
        );
        return checkedFinding(
          rows[0]?.standby === true,
          `${name} responde e segue o principal.`,
          `${name} não é uma réplica, e nada é lido dela.`,
          'Ela deve seguir o servidor de DATABASE_URL por streaming replication.',
        );
      } catch {
        const todo = 'Veja se ela está de pé; enquanto isso tudo é lido do principal.';
        return failedFinding(`${name} não responde.`, todo);
      } finally {
        await client.end().catch(() => undefined);
      }
    }),
  );
}

/** Checks the configured database; the statements of the check are rolled back. */
export async function examineDatabase(databaseTarget: DatabaseTarget): Promise<readonly Finding[]> {
  const { url, setting = 'DATABASE_URL', answerMs = ANSWER_TIMEOUT_MS } = databaseTarget;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'guilda-doctor',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    max: 2,
  });
  pool.on('error', () => undefined);
  try {
    return await examineConnectedDatabase(pool, databaseTarget);
  } catch (error) {
    return [connectionFailureFinding(error, setting)];
  } finally {
    await pool.end();
  }
}
