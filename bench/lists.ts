import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceQuery } from '@guilda/contract/services/catalog';
import pg from 'pg';
import { findServices } from '../packages/server/src/modules/catalog/search/list-services.ts';
import { searchUsers } from '../packages/server/src/modules/users/profiles/read-profiles.ts';
import { visitor } from '../packages/server/src/platform/actor.ts';
import { createDatabase, type Database } from '../packages/server/src/platform/database/pool.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import {
  listSorts,
  peopleSearches,
  searchSorts,
  serviceFiltersFor,
  textSearches,
} from './list-cases.ts';
import type { ReportLine } from './report.ts';

const ROUND_COUNT = 7;
const MAX_MEDIAN_MS = 50;
/** Number of pages that are read before a deep page is measured. */
const PAGES_BEFORE_DEEP_PAGE = 20;

/** Median time in ms of a list or search, with the statements that it runs. */
interface ListTiming {
  readonly name: string;
  readonly medianMs: number;
  readonly statements: readonly pg.QueryConfig[];
}

interface ListPage {
  readonly nextCursor: string | null;
}

type ReadPage = (cursor: string | undefined) => Promise<ListPage>;

/** Wraps the database so that its pool records every statement in `recordedQueries`. */
function recordStatements(database: Database, recordedQueries: pg.QueryConfig[]): Database {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    recordedQueries.push(
      typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement,
    );
    return typeof statement === 'string'
      ? database.pool.query(statement, values)
      : database.pool.query(statement);
  };
  return { ...database, pool: Object.assign(Object.create(database.pool), { query }) };
}

/** Measures reading one page, after `pagesBefore` pages; null when the list has fewer pages. */
async function measureList(
  name: string,
  read: ReadPage,
  recordedQueries: pg.QueryConfig[],
  pagesBefore: number,
): Promise<ListTiming | null> {
  let cursor: string | undefined;
  for (let page = 0; page < pagesBefore; page += 1) {
    const { nextCursor } = await read(cursor);
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
  recordedQueries.length = 0;
  await read(cursor);
  const statements = [...recordedQueries];
  const times: number[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    const startedAt = performance.now();
    await read(cursor);
    times.push(performance.now() - startedAt);
  }
  const medianMs = times.toSorted((a, b) => a - b)[ROUND_COUNT >> 1] ?? 0;
  return {
    name: pagesBefore > 0 ? `${name} · page ${pagesBefore + 1}` : name,
    medianMs,
    statements,
  };
}

const unwrapResult = <T>(result: { ok: true; value: T } | { ok: false; code: string }): T => {
  if (!result.ok) throw new Error(result.code);
  return result.value;
};

/** Returns for each list and search its name and a function that reads one page of it. */
async function createListReaders(
  measuredDatabase: Database,
  pool: pg.Pool,
): Promise<[string, ReadPage][]> {
  const { rows } = await pool.query<{ uid: string; seller: string }>(
    'SELECT uid, (SELECT seller_id FROM services LIMIT 1) AS seller FROM users ORDER BY uid LIMIT 300',
  );
  const deps = {
    database: measuredDatabase,
    clock: { now: () => new Date() },
    pictureUrlsFor: () => (address: string) => address,
    presence: {
      onlineUids: () => rows.map(({ uid }) => uid),
      statusFor: () => () => 'offline' as const,
    },
  };
  const readServicesBy =
    (query: Record<string, string>): ReadPage =>
    async (cursor) =>
      unwrapResult(
        await findServices(deps)(
          visitor,
          serviceQuery.parse({ ...query, ...(cursor && { cursor }) }),
        ),
      );
  const filters = Object.entries(serviceFiltersFor(rows[0]?.seller ?? ''));
  const lists = filters.flatMap(([filter, query]) =>
    listSorts.map((sort): [string, ReadPage] => [
      `services · ${filter} · ${sort}`,
      readServicesBy({ ...query, sort }),
    ]),
  );
  const searches = Object.entries(textSearches).flatMap(([kind, q]) =>
    filters.flatMap(([filter, query]) =>
      searchSorts.map((sort): [string, ReadPage] => [
        `search · ${kind} · ${filter} · ${sort}`,
        readServicesBy({ q, ...query, sort }),
      ]),
    ),
  );
  const people = Object.entries(peopleSearches).map(([kind, q]): [string, ReadPage] => [
    `people · ${kind}`,
    async (cursor) => unwrapResult(await searchUsers(deps)(visitor, { q, limit: 20, cursor })),
  ]);
  return [...lists, ...searches, ...people];
}

async function explainStatement(pool: pg.Pool, { text, values }: pg.QueryConfig): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
    values: values ?? [],
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/**
 * Measures every list and search of the catalogue through the program's use cases; writes medians and query plans to
 * `bench/results/lists.txt`.
 */
export async function measureLists(url: string): Promise<ReportLine[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const database = createDatabase(url, { max: 1, log: quietLog });
  const recordedQueries: pg.QueryConfig[] = [];
  try {
    const timings: ListTiming[] = [];
    for (const [name, read] of await createListReaders(
      recordStatements(database, recordedQueries),
      pool,
    )) {
      const first = await measureList(name, read, recordedQueries, 0);
      // Deep pages are measured only for lists without filters, because the deep pages of a filtered list run the same
      // query as its first page.
      const deepTiming = name.includes('· all ·')
        ? await measureList(name, read, recordedQueries, PAGES_BEFORE_DEEP_PAGE)
        : null;
      timings.push(...[first, deepTiming].filter((timing) => timing !== null));
    }
    const sections: string[] = [];
    for (const { name, medianMs, statements } of timings) {
      sections.push(`## ${name}: ${medianMs.toFixed(1)} ms\n`);
      // Query plans are recorded for searches of people, and for service lists without filters or with all filters.
      if (!/· (all|everything at once) ·|people/.test(name)) continue;
      for (const statement of statements)
        sections.push(`${await explainStatement(pool, statement)}\n`);
    }
    const { rows } = await pool.query<{ version: string }>('SELECT version()');
    const file = fileURLToPath(new URL('./results/lists.txt', import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${rows[0]?.version}\n\n${sections.join('\n')}`);
    return listReportLines(timings);
  } finally {
    await database.close();
    await pool.end();
  }
}

/** Report lines with the median and the maximum of the timings of each kind of list. */
function listReportLines(timings: readonly ListTiming[]): ReportLine[] {
  return ['services', 'search', 'people'].map((kind) => {
    const timingsOfKind = timings
      .filter(({ name }) => name.startsWith(`${kind} `))
      .toSorted((a, b) => b.medianMs - a.medianMs);
    const slowest = timingsOfKind[0]?.medianMs ?? 0;
    const medianOfMedians = timingsOfKind[timingsOfKind.length >> 1]?.medianMs ?? 0;
    return {
      name: `${timingsOfKind.length} lists of ${kind}: their median, slowest (${timingsOfKind[0]?.name})`,
      value: `${medianOfMedians.toFixed(1)}, ${slowest.toFixed(1)} ms`,
      targetText: `at most ${MAX_MEDIAN_MS} ms`,
      isMet: slowest <= MAX_MEDIAN_MS,
    };
  });
}
