import pg from 'pg';
import { clockProbe, databaseProbe, readDatabaseSpace } from '../modules/health/index.ts';
import { nonDurableSettings } from '../platform/database/durability.ts';
import { migrationNames } from '../platform/database/migrate.ts';
import { codeOf, type Finding, found, judged, missing, reasonFor } from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';
import { migrationFinding } from './migrations.ts';
import { findingOfProbe } from './probe-finding.ts';

export interface DatabaseTarget {
  readonly url: string;
  /** Size of one process's pool. */
  readonly poolMax: number;
  readonly clock: Clock;
  /** Whether acknowledged commits must survive a power loss, as in production. */
  readonly durable: boolean;
  /** Timeout of each answer, in ms. */
  readonly answerMs?: number;
}

/** Oldest supported major version. */
const OLDEST = 15;
const ANSWER_MS = 4_000;
/** Connections besides the pool: the notification listener and the migrations at the start. */
const BESIDES = 2;
const EXTENSIONS = ['unaccent', 'pg_trgm'] as const;

/** Values reported by the server. */
export interface Facts {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  /** Available connections, considering the limits of role and database. */
  readonly allowed: number;
  readonly standby: boolean;
  readonly migrated: boolean;
  /** Tables owned by another role. */
  readonly foreign: number;
}

const FACTS = `SELECT current_setting('server_version') AS version,
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

/** Statements that a start needs; run in a transaction that is rolled back. */
const attempts: Readonly<Record<string, string>> = {
  'criar tabelas e gatilhos': `CREATE TABLE public.guilda_doctor (n int);
    CREATE FUNCTION public.guilda_doctor() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER guilda_doctor AFTER INSERT ON public.guilda_doctor
      FOR EACH ROW EXECUTE FUNCTION public.guilda_doctor()`,
  'criar esquemas': 'CREATE SCHEMA guilda_doctor',
};

/** Null if allowed, else the SQLSTATE. */
async function refusalOf(client: pg.PoolClient, statement: string): Promise<string | null> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
  try {
    await client.query(statement);
    return null;
  } catch (error) {
    return codeOf(error) || 'erro';
  } finally {
    await client.query('ROLLBACK');
  }
}

async function triedFindings(client: pg.PoolClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, statement] of Object.entries(attempts)) {
    const refusal = await refusalOf(client, statement);
    findings.push(
      judged(
        refusal === null,
        `O usuário do banco pode ${what}.`,
        `O usuário do banco não pode ${what} (${refusal}).`,
        'Faça dele o dono do banco: ALTER DATABASE … OWNER TO …;',
      ),
    );
  }
  for (const name of EXTENSIONS) {
    const refusal = await refusalOf(client, `CREATE EXTENSION IF NOT EXISTS ${name}`);
    findings.push(
      judged(
        refusal === null,
        `A extensão ${name} existe ou pode ser criada.`,
        `A extensão ${name} falta e não pode ser criada (${refusal}).`,
        `Instale os módulos "contrib" do PostgreSQL e rode como administrador: CREATE EXTENSION ${name};`,
      ),
    );
  }
  return findings;
}

/** Findings about what is right. */
export function factFindings(facts: Facts, poolMax: number): Finding[] {
  const { version, number, encoding, allowed, foreign } = facts;
  return [
    judged(
      number >= OLDEST,
      `Versão: PostgreSQL ${version}.`,
      `O PostgreSQL é da versão ${version}, antiga demais.`,
      `A Guilda precisa do ${OLDEST} ou mais novo.`,
    ),
    judged(
      encoding === 'UTF8',
      'O banco guarda texto em UTF8.',
      `O banco guarda texto em ${encoding}.`,
      'Crie outro: CREATE DATABASE … ENCODING UTF8 TEMPLATE template0;',
    ),
    judged(
      poolMax + BESIDES <= allowed,
      `Cada processo usa até ${poolMax + BESIDES} conexões, e o banco dá ${allowed} a todos juntos.`,
      `Um processo usa até ${poolMax + BESIDES} conexões, e o banco só dá ${allowed}.`,
      'Aumente max_connections (ou o limite do usuário ou do banco), ou baixe DATABASE_POOL_MAX.',
    ),
    ...(foreign === 0
      ? []
      : [
          missing(
            `${foreign} tabelas são de outro usuário: as migrações não podem mudá-las.`,
            'Rode como administrador, em cada uma: ALTER TABLE … OWNER TO …;',
          ),
        ]),
  ];
}

async function durabilityFindings(client: pg.PoolClient): Promise<Finding[]> {
  const off = await nonDurableSettings(client);
  return [
    judged(
      off.length === 0,
      'O que o banco confirma resiste à falta de energia.',
      `O banco esquece o que confirmou quando falta energia: ${off.join(' e ')} em off.`,
      'Ligue no servidor, e veja se o banco ou o usuário não desligam: ALTER SYSTEM SET … = on; SELECT pg_reload_conf();',
    ),
  ];
}

async function migrationFindings(client: pg.PoolClient, { migrated }: Facts) {
  const known = await migrationNames();
  if (!migrated) return migrationFinding(known, null);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM public.migrations ORDER BY name',
  );
  return migrationFinding(
    known,
    rows.map(({ name }) => name),
  );
}

const words: Readonly<Record<string, readonly [text: string, todo: string]>> = {
  '28P01': ['não aceita o usuário ou a senha', 'Confira os dois em DATABASE_URL.'],
  '28000': ['não aceita este usuário daqui', 'Confira DATABASE_URL e o pg_hba.conf do servidor.'],
  '3D000': ['não tem o banco que DATABASE_URL diz', 'Crie-o: CREATE DATABASE … OWNER …;'],
  '42501': ['não deixa o usuário usar este banco', 'Faça dele o dono do banco.'],
  '53300': [
    'não tem mais conexões livres',
    'Aumente max_connections ou baixe DATABASE_POOL_MAX dos processos.',
  ],
  '57P03': ['ainda está subindo ou descendo', 'Tente de novo daqui a pouco.'],
};

/** Timeout errors of the driver have no code. */
const isLate = (error: unknown) => error instanceof Error && /timeout/i.test(error.message);

function silence(error: unknown): Finding {
  const [text, todo] = words[codeOf(error)] ?? [];
  if (text && todo) return missing(`O PostgreSQL ${text}.`, todo);
  const reason = isLate(error) ? 'não houve resposta a tempo' : reasonFor(error);
  return missing(
    `O banco de dados não pôde ser usado: ${reason}.`,
    'Veja se o PostgreSQL está de pé e se host, porta e sslmode de DATABASE_URL estão certos.',
  );
}

async function examine(pool: pg.Pool, target: DatabaseTarget): Promise<Finding[]> {
  const { poolMax, clock, durable } = target;
  const client = await pool.connect();
  // A connection error while no query runs surfaces in the next query.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<Facts>(FACTS);
    const [facts] = rows;
    if (!facts) return [silence(undefined)];
    const answers = found('O banco de dados responde.');
    const clocks = findingOfProbe(await clockProbe({ pool }, clock).look());
    if (facts.standby) {
      const todo = 'DATABASE_URL deve levar ao servidor principal, não a uma réplica.';
      return [answers, missing('O banco só pode ser lido.', todo), clocks];
    }
    const space = () => readDatabaseSpace({ pool });
    const crowd = facts.migrated
      ? [findingOfProbe(await databaseProbe({ pool }, space).look())]
      : [];
    return [
      answers,
      ...factFindings(facts, poolMax),
      ...(durable ? await durabilityFindings(client) : []),
      ...(await triedFindings(client)),
      await migrationFindings(client, facts),
      ...crowd.filter(({ ok }) => ok === false),
      clocks,
    ];
  } finally {
    client.release(true);
  }
}

/** Diagnoses the configured database; test statements are rolled back. */
export async function examineDatabase(target: DatabaseTarget): Promise<readonly Finding[]> {
  const { url, answerMs = ANSWER_MS } = target;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'guilda-doctor',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    max: 2,
  });
  pool.on('error', () => undefined);
  try {
    return await examine(pool, target);
  } catch (error) {
    return [silence(error)];
  } finally {
    await pool.end();
  }
}
