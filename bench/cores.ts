import { join } from 'node:path';
import type autocannon from 'autocannon';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { type LoadResult, measureAlternately } from './measure.ts';
import {
  type MessageRunResult,
  measureMessageRate,
  startMessageGenerator,
} from './message-rate.ts';
import { hasPrintedUrl, type RunningProcess, startScript } from './processes.ts';
import { signInMany } from './realtime.ts';
import type { ReportLine } from './report.ts';

/** Numbers of processes (`PROCESSES`) that are compared. */
const PROCESS_COUNTS = [1, 2] as const;
/** Number of people who chat during the measurement. */
const TALKER_COUNT = 100;
const MESSAGES_PER_SECOND = 300;
const TALK_SECONDS = 5;
/** Headers that browsers send; pages are measured with them. */
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let lastVisitNumber = 0;
/**
 * Creates a function that adds a unique query to each request, so that the program must render the page and cannot
 * answer with a stored one.
 */
const withUniqueQuery = (path: string) => (request: autocannon.Request) => {
  lastVisitNumber += 1;
  return { ...request, path: `${path}?visita=${lastVisitNumber}` };
};

const targetsAt = ({ url }: RunningProcess, serviceId: string, processCount: number) => {
  const page = `/service/${serviceId}`;
  return {
    [`list ${processCount}`]: `${url}/api/services?limit=20`,
    [`kept ${processCount}`]: { url: url + page, headers: browserHeaders },
    [`rendered ${processCount}`]: {
      url: url + page,
      headers: browserHeaders,
      setupRequest: withUniqueQuery(page),
    },
  };
};

async function measureChatAt({ url }: RunningProcess): Promise<MessageRunResult> {
  const generator = startMessageGenerator();
  try {
    const talkers = await signInMany(url, TALKER_COUNT);
    await generator.execute({ do: 'connect', url, talkers });
    return await measureMessageRate(generator, MESSAGES_PER_SECOND, TALK_SECONDS);
  } finally {
    generator.end();
  }
}

/** Measures lists, pages and chat of one process and of two on the same cores (`BENCH_ONLY=cores`). */
export async function measureCores(
  env: Readonly<Record<string, string>>,
  serviceId: string,
  turns: { rounds: number; seconds: number },
): Promise<ReportLine[]> {
  const running: RunningProcess[] = [];
  try {
    for (const count of PROCESS_COUNTS) {
      const ownEnv = {
        PROCESSES: String(count),
        DATA_DIR: join(env['DATA_DIR'] ?? '', `${count}`),
      };
      const startPromise = startScript('scripts/start.ts', await findFreePort(), hasPrintedUrl, {
        ...env,
        ...ownEnv,
      });
      running.push(await startPromise);
    }
    const targets = PROCESS_COUNTS.map((count, n) =>
      targetsAt(running[n] as RunningProcess, serviceId, count),
    );
    const rates = await measureAlternately({ ...targets[0], ...targets[1] }, turns);
    const chatRuns = new Map<number, MessageRunResult>();
    for (const [n, count] of PROCESS_COUNTS.entries())
      chatRuns.set(count, await measureChatAt(running[n] as RunningProcess));
    return reportLines(rates, chatRuns);
  } finally {
    await Promise.all(running.map((program) => program.stop()));
  }
}

function reportLines(
  rates: Readonly<Record<string, LoadResult>>,
  chatResults: ReadonlyMap<number, MessageRunResult>,
): ReportLine[] {
  const createLine = (name: string, value: string): ReportLine => ({
    name,
    value,
    targetText: '',
    isMet: null,
  });
  const loadLines = Object.entries(rates).map(([name, { perSecond, p99Ms }]) =>
    createLine(`${name} process(es)`, `${perSecond.toFixed(0)}/s p99 ${p99Ms}`),
  );
  const chatLines = [...chatResults].map(([count, { medianMs, p99Ms }]) =>
    createLine(
      `chat at ${MESSAGES_PER_SECOND}/s, ${count} process(es): p50, p99`,
      `${medianMs.toFixed(1)}, ${p99Ms.toFixed(1)} ms`,
    ),
  );
  return [...loadLines, ...chatLines];
}
