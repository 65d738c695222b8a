import { loadavg } from 'node:os';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { createDatabase, type Database } from '../../packages/server/src/platform/database/pool.ts';
import { quietLog } from '../../packages/server/test/fixtures/server/quiet-log.ts';
import {
  databaseAt,
  withClient,
} from '../../packages/server/test/fixtures/server/template-database.ts';
import type { ReportLine } from '../report.ts';
import { createTableCases, type TableCase } from './cases.ts';
import { ensureFilledDatabase } from './fill.ts';
import { type CaseFigures, CaseMeasurement } from './measure-case.ts';
import { createRetentionCases, openAccounts } from './retention-cases.ts';
import { readSubjects, SUBJECT_COUNT, type Subjects } from './subjects.ts';

/**
 * A case may take this many times as long with the larger tables. Blocks have no limit, because a lookup in a larger index
 * reads one block more, which costs a microsecond.
 */
const MAX_RATIO = 1.3;
const WARM_ROUNDS = 10;
const RETENTION_ROUNDS = 9;
/** A case starts no further round after this time. */
const MAX_CASE_MS = 30_000;

const settings = [
  // Vacuum would read blocks while a case is measured; the fill vacuums.
  'ALTER SYSTEM SET autovacuum = off',
  "ALTER SYSTEM SET max_wal_size = '4GB'",
  'SELECT pg_reload_conf()',
];

const sizesQuery = `SELECT c.relname AS name, c.reltuples::float8 AS rows, pg_table_size(c.oid)::float8 / 1e6 AS "tableMb",
    pg_indexes_size(c.oid)::float8 / 1e6 AS "indexMb"
  FROM pg_class c WHERE c.relname IN ('messages', 'conversations', 'conversation_members', 'notifications', 'payments',
    'payment_steps') AND c.relkind = 'r' ORDER BY 1`;

/** A filled database with the number of its messages. */
interface FilledDatabase {
  readonly count: number;
  readonly name: string;
  readonly subjects: Subjects;
  readonly sizes: readonly Readonly<Record<string, unknown>>[];
}

interface CaseResult {
  readonly cold: CaseFigures;
  readonly warm: CaseFigures;
}

/** The figures of a case, one result for each database. */
interface MeasuredCase {
  readonly name: string;
  readonly results: readonly CaseResult[];
}

type Printer = (line: string) => void;

const startEngine = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, binDir: process.env['PG_BIN'], log: quietLog });

/** Starts PostgreSQL anew, so that its memory holds no blocks; the system's file cache stays. */
async function restart(engine: EmbeddedPostgres, dataDir: string): Promise<EmbeddedPostgres> {
  await withClient(engine.url, (client) => client.query('CHECKPOINT'));
  await engine.stop();
  return startEngine(dataDir);
}

async function prepareDatabases(url: string, counts: readonly number[], print: Printer) {
  const databases: FilledDatabase[] = [];
  for (const count of counts) {
    const filledUrl = await ensureFilledDatabase(url, count, print);
    const database = createDatabase(filledUrl, { max: 1, log: quietLog });
    try {
      await database.pool.query(
        `SET session_replication_role = replica; ${openAccounts}; RESET session_replication_role`,
      );
      const subjects = await readSubjects(database.pool);
      const sizes = (await database.pool.query(sizesQuery)).rows;
      databases.push({ count, name: new URL(filledUrl).pathname.slice(1), subjects, sizes });
    } finally {
      await database.close();
    }
  }
  return databases;
}

type CreateCases = (database: Database, subjects: Subjects) => Readonly<Record<string, TableCase>>;

/** The cases with the number of their subjects, of which each is measured once cold and in each warm round. */
const caseGroups: readonly {
  readonly create: CreateCases;
  readonly subjectCount: number;
  readonly warmRounds: number;
}[] = [
  { create: createTableCases, subjectCount: SUBJECT_COUNT, warmRounds: WARM_ROUNDS },
  { create: createRetentionCases, subjectCount: 1, warmRounds: RETENTION_ROUNDS },
];

/** Measures a case in all databases: each once right after a restart, then in turns. */
async function measureCase(
  name: string,
  { create, subjectCount, warmRounds }: (typeof caseGroups)[number],
  url: string,
  databases: readonly FilledDatabase[],
): Promise<MeasuredCase> {
  const runs = databases.map((filled) => {
    const database = createDatabase(databaseAt(url, filled.name), { max: 1, log: quietLog });
    const tableCase = create(database, filled.subjects)[name] as TableCase;
    return { database, tableCase, cold: new CaseMeasurement(), warm: new CaseMeasurement() };
  });
  try {
    for (const { database, tableCase, cold } of runs) {
      // Reads the catalogue and prepares statements with a subject that is not measured.
      if (!tableCase.prepare && subjectCount > 1) await tableCase.run(subjectCount);
      await cold.run(database.pool, tableCase, subjectCount);
    }
    const until = performance.now() + MAX_CASE_MS;
    for (
      let round = 0;
      round < warmRounds && (round === 0 || performance.now() < until);
      round += 1
    )
      for (const { database, tableCase, warm } of runs)
        await warm.run(database.pool, tableCase, subjectCount);
    return {
      name,
      results: runs.map(({ cold, warm }) => ({ cold: cold.figures(), warm: warm.figures() })),
    };
  } finally {
    for (const { database } of runs) await database.close();
  }
}

const blocksOf = ({ blocksHit, blocksRead }: CaseFigures) => blocksHit + blocksRead;

/** Formats a case as lines for the report: warm and cold, each with the ratio of the last database to the first one. */
function caseReportLines({ name, results }: MeasuredCase): ReportLine[] {
  return (['warm', 'cold'] as const).map((state) => {
    const figures = results.map((result) => result[state]);
    const ratioOf = (read: (figures: CaseFigures) => number) => {
      const [first, last] = [figures[0], figures.at(-1)];
      return first && last ? read(last) / read(first) : Number.NaN;
    };
    const hasFailed = figures.some(({ failure }) => failure !== null);
    const timeRatio = ratioOf(({ medianMs }) => medianMs);
    const blockRatio = ratioOf(blocksOf);
    const values = figures.map(
      (each) =>
        each.failure ??
        `${each.medianMs.toFixed(2)}, ${each.p99Ms.toFixed(2)} ms, ${each.blocksHit.toFixed(0)} + ${each.blocksRead.toFixed(0)}`,
    );
    return {
      name: `${name}, ${state}: p50, p99, blocks hit + read`,
      value: `${values.join(' → ')}; × ${timeRatio.toFixed(2)}, × ${blockRatio.toFixed(2)}`,
      targetText: state === 'warm' ? `p50 at most × ${MAX_RATIO}` : '',
      isMet: state === 'warm' ? !hasFailed && timeRatio <= MAX_RATIO : null,
    };
  });
}

/**
 * Measures what the program does with the tables of messages, notifications and order steps in databases of different
 * sizes (`BENCH_ONLY=tables`). A database that an earlier run has filled in `dataDir` is used again.
 */
export async function measureTables(dataDir: string, counts: readonly number[], print: Printer) {
  let engine = await startEngine(dataDir);
  try {
    await withClient(engine.url, async (client) => {
      for (const setting of settings) await client.query(setting);
    });
    const databases = await prepareDatabases(engine.url, counts, print);
    const measuredCases: MeasuredCase[] = [];
    for (const group of caseGroups) {
      const [first] = databases;
      const unused = createDatabase(engine.url, { max: 1, log: quietLog });
      const names = first ? Object.keys(group.create(unused, first.subjects)) : [];
      await unused.close();
      for (const name of names) {
        print(`  ${name}…`);
        engine = await restart(engine, dataDir);
        measuredCases.push(await measureCase(name, group, engine.url, databases));
      }
    }
    const sizes = databases.map(({ count, sizes }) => ({ count, tables: sizes }));
    const figures = { load: loadavg(), sizes, measuredCases };
    return { lines: measuredCases.flatMap(caseReportLines), figures };
  } finally {
    await engine.stop();
  }
}
