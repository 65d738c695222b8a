import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@guilda/embedded-postgres';
import pg from 'pg';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { freePort } from '../packages/server/src/platform/network/free-port.ts';
import { fillServices } from '../packages/server/test/fixtures/data/fill-services.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import { ensureWebBuild } from '../scripts/bundle/web-build.ts';
import { homeJavaScript } from './javascript.ts';
import { measureLists } from './lists.ts';
import { type Figure, inTurns } from './measure.ts';
import { mixedFigures, mixedLines, mixedTable } from './mixed/index.ts';
import { packFigures, packLines, packSettings } from './packs.ts';
import { answering, isStarted, startScript } from './processes.ts';
import { fillMessagesOfAll, historyFigures, realtimeFigures, realtimeLines } from './realtime.ts';
import { type Line, report } from './report.ts';
import { communityFigures, communityLines, feedGrowth, fillCommunity } from './social.ts';

const services = Number(process.env['BENCH_SERVICES'] ?? 100_000);
const posts = Number(process.env['BENCH_POSTS'] ?? 100_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const START = 'scripts/start.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', SEED_DEMO: '0' };

interface StartTimes {
  readonly first: number;
  readonly later: number;
}

/** Seconds to the first answer: with a new database, and with an existing one. */
async function startTimes(home: string): Promise<StartTimes> {
  const env = { ...quiet, SEED_DEMO: '1', DATA_DIR: join(home, 'start') };
  const once = async () => {
    const program = await startScript(START, await freePort(), isStarted, env);
    await program.stop();
    return program.readyMs / 1000;
  };
  return { first: await once(), later: await once() };
}

interface Measured {
  readonly serviceId: string;
  readonly postUid: string;
}

async function throughput(databaseUrl: string, home: string, { serviceId, postUid }: Measured) {
  const env = {
    ...quiet,
    ...packSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(home, 'program'),
  };
  const program = await startScript(START, await freePort(), isStarted, env);
  const bare = await startScript('bench/baseline.ts', await freePort(), answering('/healthz'), {
    DATABASE_URL: databaseUrl,
    DATA_DIR: home,
  });
  const bytes = await (await fetch(`${program.url}/api/services?limit=20`)).text();
  await fetch(`${bare.url}/bytes`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  });
  try {
    const figures = await inTurns(
      {
        list: `${program.url}/api/services?limit=20`,
        bareList: `${bare.url}/list`,
        detail: `${program.url}/api/services/${serviceId}`,
        bareDetail: `${bare.url}/detail/${serviceId}`,
        sameBytes: `${bare.url}/bytes`,
        page: `${program.url}/service/${serviceId}`,
      },
      { rounds, seconds },
    );
    const community = await communityFigures(program, bare, postUid, { rounds, seconds });
    const packs = await packFigures(program, bare, rounds);
    const history = await historyFigures(program, bare, databaseUrl, { rounds, seconds });
    return { history, figures, community, packs, javascript: await homeJavaScript(program.url) };
  } finally {
    await Promise.all([program.stop(), bare.stop()]);
  }
}

const ratio = (a: Figure, b: Figure) => a.perSecond / b.perSecond;
const KIB = 1024;

function linesOf(
  { figures, packs, javascript }: Awaited<ReturnType<typeof throughput>>,
  start: StartTimes,
): Line[] {
  const { list, bareList, detail, bareDetail, sameBytes, page } = figures;
  const against = (name: string, value: number, least: number | null): Line => ({
    name,
    value: value.toFixed(2),
    target: least === null ? '' : `at least ${least}`,
    met: least === null ? null : value >= least,
  });
  const rate = (
    name: string,
    { perSecond, p99Ms }: Figure,
    target = '',
    met: boolean | null = null,
  ): Line => ({
    name,
    value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
    target,
    met,
  });
  return [
    against('service list ÷ bare route with an equal query', ratio(list, bareList), 0.6),
    against('service detail ÷ bare route with an equal query', ratio(detail, bareDetail), 0.6),
    against('service list ÷ the same bytes served without work', ratio(list, sameBytes), null),
    rate('service list', list),
    rate('bare list', bareList),
    rate('service detail', detail),
    rate('bare detail', bareDetail),
    rate('the same bytes', sameBytes),
    ...packLines(packs),
    rate('service page rendered on the server', page, 'at least 150/s', page.perSecond >= 150),
    {
      name: 'first start, demo data included',
      value: `${start.first.toFixed(1)} s`,
      target: 'at most 60 s',
      met: start.first <= 60,
    },
    {
      name: 'later start',
      value: `${start.later.toFixed(1)} s`,
      target: 'at most 5 s',
      met: start.later <= 5,
    },
    {
      name: `JavaScript of the home page (${javascript.files} files, gzip)`,
      value: `${(javascript.gzipBytes / KIB).toFixed(1)} KB`,
      target: 'at most 170 KB',
      met: javascript.gzipBytes <= 170 * KIB,
    },
  ];
}

/** Runs all measurements on a filled database. */
async function measureAll(url: string, home: string, postUid: string, start: StartTimes) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM services ORDER BY created_at DESC LIMIT 1 OFFSET 7',
  );
  await client.end();
  say('  Timing every list and search…');
  const lists = await measureLists(url);
  const growth = await feedGrowth(url);
  say(`  Measuring, ${rounds} rounds of ${seconds} s each…`);
  const measured = await throughput(url, home, { serviceId: rows[0]?.id ?? '', postUid });
  say('  Talking over sockets…');
  const env = { ...quiet, DATABASE_URL: url, DATA_DIR: join(home, 'realtime') };
  const realtime = await realtimeFigures(env);
  const mixed = await mixedCrowd(url, home);
  const lines = [
    ...linesOf(measured, start),
    ...communityLines(measured.community, growth, posts),
    ...realtimeLines(realtime, measured.history),
    ...lists,
    ...mixedLines(mixed),
  ];
  report(lines, { ...measured, realtime, growth, start, mixed });
}

async function mixedCrowd(url: string, home: string) {
  say('  Letting a mixed crowd in…');
  const mixed = await mixedFigures(url, { ...quiet, DATA_DIR: join(home, 'mixed') });
  say(mixedTable(mixed));
  return mixed;
}

/** Runs only the mixed load (`BENCH_ONLY=mixed`), after filling the database. */
async function measureMixed(url: string, home: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fillMessagesOfAll(client);
  await client.end();
  const mixed = await mixedCrowd(url, home);
  report(mixedLines(mixed), { mixed });
}

const home = await mkdtemp(join(tmpdir(), 'guilda-bench-'));
try {
  await ensureWebBuild(say);
  const only = process.env['BENCH_ONLY'];
  if (!only) say('  Starting twice…');
  const start = only ? null : await startTimes(home);
  say(`  Filling a database with ${services} services and ${posts} posts…`);
  const engine = await startEmbeddedPostgres({
    dataDir: join(home, 'postgres'),
    binDir: process.env['PG_BIN'],
    log: quietLog,
  });
  try {
    await migrate(engine.url, quietLog);
    const pool = new pg.Pool({ connectionString: engine.url });
    await fillServices(pool, services, services);
    const postUid = await fillCommunity(pool, posts);
    await pool.end();
    if (start) await measureAll(engine.url, home, postUid, start);
    else await measureMixed(engine.url, home);
  } finally {
    await engine.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
