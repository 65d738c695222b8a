import pg from 'pg';
import { findFreePort } from '../../packages/server/src/platform/network/free-port.ts';
import { hasPrintedUrl, startScript } from '../processes.ts';
import { signInMany } from '../realtime.ts';
import type { ReportLine } from '../report.ts';
import { describeBottleneck } from './bottleneck.ts';
import { startMixedLoadGenerator } from './load-generator-client.ts';
import { mixedKinds, mixedMix } from './mixed-mix.ts';
import { readPublicData } from './public-data.ts';
import { isSustained, measureRisingRates, type RateResult } from './rising-rates.ts';

/**
 * Number of people who are active at the same time. They write to each other in pairs, so there are half as many
 * conversations.
 */
const ACTIVE_PEOPLE = 100;
/** Duration of the run at each rate. */
const SECONDS_PER_RATE = Number(process.env['BENCH_MIXED_SECONDS'] ?? 10);
/** Rates to measure, in actions per second. */
const ACTION_RATES = (
  process.env['BENCH_MIXED_RATES'] ??
  '50,100,150,200,250,300,350,400,500,600,700,800,1000,1250,1500,2000'
)
  .split(',')
  .map(Number);
/** Duration of a load in seconds from which on the memory of the program is judged, and its limit in bytes. */
const LONG_LOAD = { seconds: 3_600, maxResidentBytes: 350_000_000 } as const;

/** Number of rows in the filled database. */
interface DatabaseSize {
  readonly messages: number;
  readonly services: number;
  readonly posts: number;
  readonly users: number;
}

export interface MixedLoadResult {
  readonly databaseSize: DatabaseSize;
  /** Results in the order of their rates. */
  readonly rateResults: readonly RateResult[];
}

async function readDatabaseSize(client: pg.Client): Promise<DatabaseSize> {
  const { rows } = await client.query<DatabaseSize>(
    `SELECT (SELECT count(*) FROM messages)::int AS messages, (SELECT count(*) FROM services)::int AS services,
       (SELECT count(*) FROM posts)::int AS posts, (SELECT count(*) FROM users)::int AS users`,
  );
  if (!rows[0]) throw new Error('the database is empty');
  return rows[0];
}

/** Measures browsing, searching, chatting and ordering at rising rates, on a filled database. */
export async function measureMixedLoad(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<MixedLoadResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const programEnv = { ...env, DATABASE_URL: databaseUrl };
  const program = await startScript(
    'scripts/start.ts',
    await findFreePort(),
    hasPrintedUrl,
    programEnv,
  );
  const generator = startMixedLoadGenerator();
  try {
    const databaseSize = await readDatabaseSize(client);
    const { url } = program;
    const people = await signInMany(url, ACTIVE_PEOPLE);
    await generator.open({ url, people, ...(await readPublicData(client)), crowd: null });
    const rateResults = await measureRisingRates(
      { generator, programId: program.pid, databaseUrl },
      { mix: mixedMix, rates: ACTION_RATES, seconds: SECONDS_PER_RATE },
    );
    return { databaseSize, rateResults };
  } finally {
    generator.end();
    await program.stop();
    await client.end();
  }
}

const countFormat = new Intl.NumberFormat('en');

const formatTableRow = ({
  rate,
  donePerSecond,
  overall,
  byLabel,
  usage: { cores, residentBytes },
  failed,
}: RateResult): string =>
  [
    `${rate}/s`.padStart(7),
    donePerSecond.toFixed(0).padStart(6),
    overall.medianMs.toFixed(1).padStart(7),
    overall.p99Ms.toFixed(0).padStart(6),
    ...mixedKinds.map((kind) => (byLabel[kind]?.p99Ms ?? Number.NaN).toFixed(0).padStart(7)),
    ...(cores ? [cores.program, cores.database, cores.load, cores.others] : []).map((coreCount) =>
      coreCount.toFixed(2).padStart(9),
    ),
    ((residentBytes ?? Number.NaN) / 1e6).toFixed(0).padStart(5),
    String(failed).padStart(7),
  ].join('');

/** Formats the results of all rates as a table. */
export function formatMixedLoadTable({ databaseSize, rateResults }: MixedLoadResult): string {
  const title = Object.entries(databaseSize).map(
    ([label, count]) => `${countFormat.format(count)} ${label}`,
  );
  const head =
    '    due  done    p50   p99 browse   page search   chat  order  program postgres     load   others   MB failed';
  return [
    `\n  A mixed crowd over ${title.join(', ')}; times in ms, work in cores, memory of the program`,
    head,
    ...rateResults.map(formatTableRow),
  ].join('\n');
}

export function mixedLoadReportLines({ rateResults }: MixedLoadResult): ReportLine[] {
  const highestSustained = rateResults.filter(isSustained).at(-1);
  const last = rateResults.at(-1);
  const residentBytes = last?.usage.residentBytes ?? null;
  return [
    {
      name: 'mixed crowd: most actions a second with p99 within 250 ms',
      value: highestSustained
        ? `${highestSustained.rate}/s p99 ${highestSustained.overall.p99Ms.toFixed(0)}`
        : 'none',
      targetText: '',
      isMet: null,
    },
    {
      name: `mixed crowd: what held it back at ${last?.rate}/s`,
      value: last && !isSustained(last) ? describeBottleneck(last.usage) : 'nothing yet',
      targetText: '',
      isMet: null,
    },
    {
      name: `mixed crowd: memory of the program after ${SECONDS_PER_RATE} s at ${last?.rate}/s`,
      value: residentBytes === null ? 'unknown' : `${(residentBytes / 1e6).toFixed(0)} MB`,
      targetText: 'at most 350 MB after an hour',
      isMet:
        residentBytes === null || SECONDS_PER_RATE < LONG_LOAD.seconds
          ? null
          : residentBytes <= LONG_LOAD.maxResidentBytes,
    },
  ];
}
