import { join } from 'node:path';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { inTurn, type LoadResult, measureAlternately } from './measure.ts';
import { measurePacks, packSettings } from './packs.ts';
import { measurePages } from './pages.ts';
import {
  createAnswerCheck,
  hasPrintedUrl,
  quietEnv,
  type RunningProcess,
  START_SCRIPT,
  startScript,
} from './processes.ts';
import { measureHistory } from './realtime.ts';
import type { ReportLine } from './report.ts';
import { measureCommunityLists } from './social.ts';

/** Ids of the service and the post whose pages and routes are measured. */
interface MeasuredIds {
  readonly serviceId: string;
  readonly postUid: string;
}

/**
 * Runs `work` with the program and the bare server (`baseline.ts`) on the same database, and then stops both, even
 * after a failure.
 */
export async function withProgramAndBaseline<T>(
  databaseUrl: string,
  homeFolder: string,
  work: (program: RunningProcess, bare: RunningProcess) => Promise<T>,
): Promise<T> {
  const runningPrograms: RunningProcess[] = [];
  const start = async (...startArgs: Parameters<typeof startScript>) => {
    const started = await startScript(...startArgs);
    runningPrograms.push(started);
    return started;
  };
  const env = { ...quietEnv, ...packSettings, DATABASE_URL: databaseUrl };
  try {
    const program = await start(START_SCRIPT, await findFreePort(), hasPrintedUrl, {
      ...env,
      DATA_DIR: join(homeFolder, 'program'),
    });
    const isUp = createAnswerCheck('/healthz');
    const bareEnv = { DATABASE_URL: databaseUrl, DATA_DIR: homeFolder };
    return await work(
      program,
      await start('bench/baseline.ts', await findFreePort(), isUp, bareEnv),
    );
  } finally {
    await Promise.all(runningPrograms.map((program) => program.stop()));
  }
}

/** Loads lists and details of services, at the program and at the bare server in turns. */
export async function measureServiceRoutes(
  program: RunningProcess,
  bare: RunningProcess,
  serviceId: string,
  turns: { rounds: number; seconds: number },
) {
  const bytes = await (await fetch(`${program.url}/api/services?limit=20`)).text();
  await fetch(`${bare.url}/bytes`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  });
  const { services } = JSON.parse(bytes) as { services: readonly { id: string }[] };
  const inTurnBelow = (address: string) => inTurn(services.map(({ id }) => `${address}/${id}`));
  return measureAlternately(
    {
      list: `${program.url}/api/services?limit=20`,
      bareList: `${bare.url}/list`,
      detail: `${program.url}/api/services/${serviceId}`,
      bareDetail: `${bare.url}/detail/${serviceId}`,
      otherDetails: inTurnBelow(`${program.url}/api/services`),
      bareOtherDetails: inTurnBelow(`${bare.url}/detail`),
      sameBytes: `${bare.url}/bytes`,
    },
    turns,
  );
}

/** Measures the program and the bare server alternately: lists, history, pages, community and packs. */
export function measureThroughput(
  databaseUrl: string,
  homeFolder: string,
  { serviceId, postUid }: MeasuredIds,
  turns: { rounds: number; seconds: number },
) {
  return withProgramAndBaseline(databaseUrl, homeFolder, async (program, bare) => {
    const figures = await measureServiceRoutes(program, bare, serviceId, turns);
    // The history is measured first. Its measurement inserts conversations, which fails for people who already have
    // one, and the measurement of pages creates conversations between people.
    const history = await measureHistory(program, bare, databaseUrl, turns);
    const pages = await measurePages(program, bare, { serviceId }, turns);
    const community = await measureCommunityLists(program, bare, postUid, turns);
    const packs = await measurePacks(program, bare, turns.rounds);
    return { history, figures, pages, community, packs };
  });
}

const throughputRatio = (a: LoadResult, b: LoadResult) => a.perSecond / b.perSecond;

type ThroughputFigures = Awaited<ReturnType<typeof measureServiceRoutes>>;

/** Lines that compare the program with the bare server. */
export function throughputReportLines(figures: ThroughputFigures): ReportLine[] {
  const { list, bareList, detail, bareDetail, otherDetails, bareOtherDetails, sameBytes } = figures;
  const ratioLine = (name: string, value: number, minRatio: number | null): ReportLine => ({
    name,
    value: value.toFixed(2),
    targetText: minRatio === null ? '' : `at least ${minRatio}`,
    isMet: minRatio === null ? null : value >= minRatio,
  });
  const rateLine = (
    name: string,
    { perSecond, p99Ms }: LoadResult,
    targetText = '',
    isMet: boolean | null = null,
  ): ReportLine => ({
    name,
    value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
    targetText,
    isMet,
  });
  return [
    ratioLine(
      'service list ÷ bare route with an equal query',
      throughputRatio(list, bareList),
      0.6,
    ),
    ratioLine(
      'service detail ÷ bare route with an equal query',
      throughputRatio(detail, bareDetail),
      0.6,
    ),
    ratioLine(
      'service detail ÷ bare route, another service in each request',
      throughputRatio(otherDetails, bareOtherDetails),
      null,
    ),
    ratioLine(
      'service list ÷ the same bytes served without work',
      throughputRatio(list, sameBytes),
      null,
    ),
    rateLine('service list', list),
    rateLine('bare list', bareList),
    rateLine('service detail', detail),
    rateLine('bare detail', bareDetail),
    rateLine('the same bytes', sameBytes),
  ];
}
