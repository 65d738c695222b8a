import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { fillServices } from '../packages/server/test/fixtures/data/fill-services.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import { withClient } from '../packages/server/test/fixtures/server/template-database.ts';
import { ensureWebBuild } from '../scripts/bundle/web-build.ts';
import { measureAccessRecords } from './access-records.ts';
import { measureCommentWrites } from './comment-writes.ts';
import { measureCores } from './cores.ts';
import { crowdReportLines, formatCrowd, measureCrowd } from './crowd/index.ts';
import { measureDisputes } from './disputes.ts';
import { firstVisitReportLines, measureFirstVisits } from './first-visit.ts';
import { measureLists } from './lists.ts';
import { formatMixedLoadTable, measureMixedLoad, mixedLoadReportLines } from './mixed/index.ts';
import { packReportLines } from './packs.ts';
import { measurePages, pageReportLines } from './pages.ts';
import { hasPrintedUrl, quietEnv, START_SCRIPT, startScript } from './processes.ts';
import { fillMessagesOfAll, measureRealtime, realtimeReportLines } from './realtime.ts';
import { type ReportLine, writeReport } from './report.ts';
import {
  communityReportLines,
  fillCommunity,
  measureCommunityLists,
  measureFeedGrowth,
} from './social.ts';
import { measureTables } from './tables/index.ts';
import {
  measureServiceRoutes,
  measureThroughput,
  throughputReportLines,
  withProgramAndBaseline,
} from './throughput.ts';

const serviceCount = Number(process.env['BENCH_SERVICES'] ?? 100_000);
const postCount = Number(process.env['BENCH_POSTS'] ?? 100_000);
const roundCount = Number(process.env['BENCH_ROUNDS'] ?? 5);
const secondsPerRound = Number(process.env['BENCH_SECONDS'] ?? 3);
const loadTurns = { rounds: roundCount, seconds: secondsPerRound };

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Seconds from a start until the program has printed its URL. */
interface StartTimes {
  /** Start with a new database, which is filled with demo data. */
  readonly firstSeconds: number;
  /** Start with an existing database. */
  readonly laterSeconds: number;
}

/** Starts the program twice with the same folder and measures both starts. */
async function measureStartTimes(homeFolder: string): Promise<StartTimes> {
  const env = { ...quietEnv, SEED_DEMO: '1', DATA_DIR: join(homeFolder, 'start') };
  const measureStart = async () => {
    const program = await startScript(START_SCRIPT, await findFreePort(), hasPrintedUrl, env);
    await program.stop();
    return program.readyMs / 1000;
  };
  return { firstSeconds: await measureStart(), laterSeconds: await measureStart() };
}

function reportLines(
  throughput: Awaited<ReturnType<typeof measureThroughput>>,
  start: StartTimes,
): ReportLine[] {
  return [
    ...throughputReportLines(throughput.figures),
    ...packReportLines(throughput.packs),
    ...pageReportLines(throughput.pages),
    {
      name: 'first start, demo data included',
      value: `${start.firstSeconds.toFixed(1)} s`,
      targetText: 'at most 60 s',
      isMet: start.firstSeconds <= 60,
    },
    {
      name: 'later start',
      value: `${start.laterSeconds.toFixed(1)} s`,
      targetText: 'at most 5 s',
      isMet: start.laterSeconds <= 5,
    },
  ];
}

/** Finds the id of a service on the first page of the list. */
async function findServiceId(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string }>(
      'SELECT id FROM services ORDER BY created_at DESC LIMIT 1 OFFSET 7',
    ),
  );
  return rows[0]?.id ?? '';
}

/** Runs all measurements on a filled database and writes the report. */
async function measureAll(
  url: string,
  homeFolder: string,
  postUid: string,
  startTimes: StartTimes,
) {
  printLine('  Timing every list and search…');
  const lists = await measureLists(url);
  printLine('  Reading disputes…');
  const disputes = await measureDisputes(url);
  const access = await measureAccess(url, homeFolder);
  const comments = await measureComments(url, homeFolder);
  const growth = await measureFeedGrowth(url);
  printLine(`  Measuring, ${roundCount} rounds of ${secondsPerRound} s each…`);
  const ids = { serviceId: await findServiceId(url), postUid };
  const throughput = await measureThroughput(url, homeFolder, ids, loadTurns);
  printLine('  Talking over sockets…');
  const env = { ...quietEnv, DATABASE_URL: url, DATA_DIR: join(homeFolder, 'realtime') };
  const realtime = await measureRealtime(env);
  const mixed = await printMixedLoad(url, homeFolder);
  const visits = await visitPages(homeFolder);
  const lines = [
    ...reportLines(throughput, startTimes),
    ...firstVisitReportLines(visits),
    ...communityReportLines(throughput.community, growth, postCount),
    ...realtimeReportLines(realtime, throughput.history),
    ...lists,
    ...disputes,
    ...access,
    ...comments,
    ...mixedLoadReportLines(mixed),
  ];
  writeReport(lines, { ...throughput, realtime, growth, start: startTimes, mixed, visits });
}

function visitPages(homeFolder: string) {
  printLine('  Visiting pages for the first time…');
  return measureFirstVisits(join(homeFolder, 'visits'), quietEnv);
}

async function printMixedLoad(url: string, homeFolder: string) {
  printLine('  Letting a mixed crowd in…');
  const mixed = await measureMixedLoad(url, { ...quietEnv, DATA_DIR: join(homeFolder, 'mixed') });
  printLine(formatMixedLoadTable(mixed));
  return mixed;
}

/** Measures lists, details and the community alone (`BENCH_ONLY=routes`). */
async function runRoutesOnly(url: string, homeFolder: string, postUid: string): Promise<void> {
  const growth = await measureFeedGrowth(url);
  await withProgramAndBaseline(url, homeFolder, async (program, bare) => {
    const figures = await measureServiceRoutes(program, bare, await findServiceId(url), loadTurns);
    const community = await measureCommunityLists(program, bare, postUid, loadTurns);
    writeReport(
      [...throughputReportLines(figures), ...communityReportLines(community, growth, postCount)],
      { figures, community, growth },
    );
  });
}

/** Measures pages alone (`BENCH_ONLY=pages`). */
const runPagesOnly = (url: string, homeFolder: string): Promise<void> =>
  withProgramAndBaseline(url, homeFolder, async (program, bare) => {
    const serviceId = await findServiceId(url);
    const pages = await measurePages(program, bare, { serviceId }, loadTurns);
    writeReport(pageReportLines(pages), { pages });
  });

const measureAccess = (url: string, homeFolder: string) =>
  measureAccessRecords(url, {
    ...quietEnv,
    DATABASE_URL: url,
    DATA_DIR: join(homeFolder, 'access'),
  });

const measureComments = (url: string, homeFolder: string) =>
  measureCommentWrites(
    { ...quietEnv, DATABASE_URL: url, DATA_DIR: join(homeFolder, 'comments') },
    loadTurns,
  );

/** Fills the database and runs only the mixed load (`BENCH_ONLY=mixed`). */
async function runMixedLoadOnly(url: string, homeFolder: string): Promise<void> {
  await withClient(url, (client) => fillMessagesOfAll(client));
  const mixed = await printMixedLoad(url, homeFolder);
  writeReport(mixedLoadReportLines(mixed), { mixed });
}

/** Fills the database and runs only the crowd, with what it needs (`BENCH_ONLY=crowd`). */
async function runCrowdOnly(url: string, homeFolder: string): Promise<void> {
  await withClient(url, (client) => fillMessagesOfAll(client));
  const crowd = await measureCrowd(url, join(homeFolder, 'crowd'), printLine);
  printLine(formatCrowd(crowd));
  writeReport(crowdReportLines(crowd), { crowd });
}

/** Measures a part on the filled database; `postUid` is the post with comments. */
type RunPart = (url: string, homeFolder: string, postUid: string) => Promise<void>;

/** The measurements that `BENCH_ONLY` can select, by its value; each runs alone on the filled database. */
const benchmarks: Readonly<Record<string, RunPart>> = {
  routes: runRoutesOnly,
  mixed: runMixedLoadOnly,
  crowd: runCrowdOnly,
  pages: runPagesOnly,
  access: async (url, homeFolder) => writeReport(await measureAccess(url, homeFolder), {}),
  comments: async (url, homeFolder) => writeReport(await measureComments(url, homeFolder), {}),
  disputes: async (url) => writeReport(await measureDisputes(url), {}),
  cores: async (url, homeFolder) => {
    const env = { ...quietEnv, DATABASE_URL: url, DATA_DIR: join(homeFolder, 'cores') };
    writeReport(await measureCores(env, await findServiceId(url), loadTurns), {});
  },
};

/**
 * Measures large tables alone (`BENCH_ONLY=tables`), in databases with the numbers of messages in `BENCH_MESSAGES`. With
 * `BENCH_DATA`, a folder, the databases stay there for the next run.
 */
async function runTablesOnly(homeFolder: string): Promise<void> {
  const counts = (process.env['BENCH_MESSAGES'] ?? '1000000,50000000').split(',').map(Number);
  const dataDir = process.env['BENCH_DATA'] ?? join(homeFolder, 'tables');
  const { lines, figures } = await measureTables(dataDir, counts, printLine);
  writeReport(lines, figures);
}

/** The part that `BENCH_ONLY` selects; null when everything is measured. Throws when there is no such part. */
function readSelectedPart(): string | null {
  const name = process.env['BENCH_ONLY'];
  if (!name) return null;
  const partNames = [...Object.keys(benchmarks), 'tables', 'visits'];
  if (!partNames.includes(name))
    throw new Error(`BENCH_ONLY is one of ${partNames.join(', ')}, not ${name}`);
  return name;
}

/** Fills a database and measures everything, or runs only the measurement `runPart`. */
async function runOnFilledDatabase(
  homeFolder: string,
  runPart: RunPart | undefined,
): Promise<void> {
  if (!runPart) printLine('  Starting twice…');
  const startTimes = runPart ? null : await measureStartTimes(homeFolder);
  printLine(`  Filling a database with ${serviceCount} services and ${postCount} posts…`);
  const engine = await startEmbeddedPostgres({
    dataDir: join(homeFolder, 'postgres'),
    binDir: process.env['PG_BIN'],
    log: quietLog,
  });
  try {
    await migrate(engine.url, quietLog);
    const postUid = await withClient(engine.url, async (client) => {
      await fillServices(client, serviceCount, serviceCount);
      return fillCommunity(client, postCount);
    });
    if (startTimes) await measureAll(engine.url, homeFolder, postUid, startTimes);
    else await runPart?.(engine.url, homeFolder, postUid);
  } finally {
    await engine.stop();
  }
}

const selectedPart = readSelectedPart();
const workFolder = await mkdtemp(join(tmpdir(), 'guilda-bench-'));
try {
  if (selectedPart !== 'tables') await ensureWebBuild(printLine);
  if (selectedPart === 'tables') await runTablesOnly(workFolder);
  else if (selectedPart === 'visits') {
    const visits = await visitPages(workFolder);
    writeReport(firstVisitReportLines(visits), { visits });
  } else await runOnFilledDatabase(workFolder, benchmarks[selectedPart ?? '']);
} finally {
  await rm(workFolder, { recursive: true, force: true });
}
