import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietEnv } from '../processes.ts';
import { measureSocketMemory } from '../realtime.ts';
import type { ReportLine } from '../report.ts';
import { type MeasuredCosts, requireCosts } from './costs.ts';
import { dayOfPerson } from './day.ts';
import { type Basis, deriveNeeds, type Needs } from './derive.ts';
import { measureCosts } from './measure-costs.ts';
import { openMeter } from './meter.ts';
import { measureNoticeCommits } from './notice-commits.ts';
import { type Replay, replayHour } from './replay.ts';
import { crowdSettings, habits, machineLimits } from './settings.ts';
import { type Servers, withPeople, withServers } from './stage.ts';
import {
  formatCostTable,
  formatNeeds,
  formatReplay,
  formatSourceTable,
  formatWalls,
} from './tables.ts';
import { orderWalls, type ReachedWall } from './walls.ts';

type PrintLine = (line: string) => void;

/** All that the crowd's measurement found. */
export interface CrowdResult {
  readonly costs: MeasuredCosts;
  readonly replay: Replay;
  readonly needs: readonly Needs[];
  readonly walls: readonly ReachedWall[];
}

async function measureAllCosts(
  servers: Servers,
  env: Readonly<Record<string, string>>,
  printLine: PrintLine,
): Promise<MeasuredCosts> {
  const { withNotice: noticeCommits, plain: plainCommits } = await measureNoticeCommits(servers);
  printLine('  Measuring what each action costs (main thread + other threads + PostgreSQL)…');
  const socketMemory = await measureSocketMemory(env);
  const costs = await withPeople(servers, async (stage) => {
    const meter = await openMeter(stage);
    return measureCosts(stage, meter, socketMemory, printLine).finally(() => meter.close());
  });
  return { ...costs, noticeCommits, plainCommits };
}

/** Reads the costs of an earlier run from its results. */
function readEarlierCosts(file: string): MeasuredCosts {
  const results = JSON.parse(readFileSync(file, 'utf8')) as {
    figures?: { crowd?: Pick<CrowdResult, 'costs'> };
  };
  const costs = results.figures?.crowd?.costs;
  if (!costs) throw new Error(`BENCH_CROWD_COSTS: ${file} has no costs of a crowd`);
  requireCosts(dayOfPerson, costs);
  return costs;
}

/** Costs of the earlier run that is set, read before anything starts; null when they are to be measured. */
const earlierCosts = crowdSettings.costsFile ? readEarlierCosts(crowdSettings.costsFile) : null;

async function measureOnServers(
  servers: Servers,
  env: Readonly<Record<string, string>>,
  printLine: PrintLine,
): Promise<Pick<CrowdResult, 'costs' | 'replay'>> {
  const costs = earlierCosts ?? (await measureAllCosts(servers, env, printLine));
  printLine('  Replaying the busiest hour…');
  const replay = await withPeople(servers, async (stage) => {
    const meter = await openMeter(stage);
    return replayHour(stage, meter, costs).finally(() => meter.close());
  });
  return { costs, replay };
}

/** Measures a crowd's actions and derives what other numbers of people need (`BENCH_ONLY=crowd`). */
export async function measureCrowd(
  databaseUrl: string,
  homeFolder: string,
  printLine: PrintLine,
): Promise<CrowdResult> {
  const env = { ...quietEnv, DATABASE_URL: databaseUrl, DATA_DIR: join(homeFolder, 'sockets') };
  const { costs, replay } = await withServers(databaseUrl, homeFolder, (servers) =>
    measureOnServers(servers, env, printLine),
  );
  const basis: Basis = { day: dayOfPerson, habits, limits: machineLimits, costs };
  return {
    costs,
    replay,
    needs: crowdSettings.people.map((people) => deriveNeeds(people, basis)),
    walls: orderWalls(basis),
  };
}

/** Formats everything as text for the terminal. */
export function formatCrowd({ costs, replay, needs, walls }: CrowdResult): string {
  const { heapBytes, residentBytes, msPerSecond, presenceMs } = costs.socket;
  const socketText =
    `A held socket: ${(heapBytes / 1_024).toFixed(1)} KB of heap, ${(residentBytes / 1_024).toFixed(1)} KB resident, ` +
    `${msPerSecond.toFixed(4)} ms a second; telling it that somebody came and went: ${(presenceMs * 1_000).toFixed(1)} µs. ` +
    `Commits a second: ${costs.plainCommits.toFixed(0)}, with a notice ${costs.noticeCommits.toFixed(0)}.`;
  return [
    formatSourceTable(dayOfPerson),
    formatCostTable(dayOfPerson, costs),
    socketText,
    formatReplay(replay),
    formatNeeds(needs),
    formatWalls(walls),
  ].join('\n\n');
}

export function crowdReportLines({ replay, needs, walls }: CrowdResult): ReportLine[] {
  const line = (name: string, value: string): ReportLine => ({
    name,
    value,
    targetText: '',
    isMet: null,
  });
  const [firstUnbuilt] = walls.filter(({ remedy }) => remedy.endsWith('not built'));
  return [
    line(
      'crowd: replayed actions a second, p99',
      `${replay.run.rate}/s ${replay.run.overall.p99Ms.toFixed(0)} ms`,
    ),
    ...needs.map(({ people, processes, databaseCores }) =>
      line(
        `crowd: ${people} people: processes, cores of PostgreSQL`,
        `${processes}, ${databaseCores.toFixed(2)}`,
      ),
    ),
    line(
      `crowd: first wall without a built remedy: ${firstUnbuilt?.name ?? 'none'}`,
      `${firstUnbuilt?.people.toFixed(0) ?? 'never'} people`,
    ),
  ];
}
