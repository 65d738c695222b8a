import type pg from 'pg';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { fillMessages } from '../packages/server/test/fixtures/data/fill-messages.ts';
import { signInAs } from '../packages/server/test/fixtures/data/people.ts';
import { withClient } from '../packages/server/test/fixtures/server/template-database.ts';
import { type LoadResult, measureAlternately } from './measure.ts';
import { createMemoryInspector, type MemoryUse } from './memory.ts';
import {
  type ChatClient,
  findHighestMessageRate,
  type MessageRunResult,
  measureMessageRate,
  type SignedInClient,
  startMessageGenerator,
} from './message-rate.ts';
import { createAnswerCheck, hasPrintedUrl, type RunningProcess, startScript } from './processes.ts';
import type { ReportLine } from './report.ts';

/**
 * Number of people who send messages: even, because they write in pairs, and high enough that no person exceeds the
 * rate limit for messages.
 */
const TALKER_COUNT = 300;
const TALK_SECONDS = 4;
const IDLE_SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 2_000);
/** Number of idle sockets of each person. */
const DEVICES_PER_PERSON = 4;
const STORED_MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 1_000_000);
const PROGRAM_FILE = 'packages/server/test/programs/bare-program.ts';
const RELAY_FILE = 'bench/relay.ts';

type ProgramEnv = Readonly<Record<string, string>>;

/** Signs `count` people in through the sign-in sandbox, ten at a time. */
export async function signInMany(url: string, count: number): Promise<SignedInClient[]> {
  const talkers: SignedInClient[] = [];
  for (let first = 0; first < count; first += 10) {
    const signIns = Array.from({ length: Math.min(10, count - first) }, async (_, n) => {
      const name = `Conversa ${first + n}`;
      const person = await signInAs(url, `conversa${first + n}@pessoas.example`, name);
      const { accessToken, refreshToken } = person.tokens;
      return { uid: person.uid, token: accessToken, refreshToken };
    });
    talkers.push(...(await Promise.all(signIns)));
  }
  return talkers;
}

/** Starts the program without its pages. */
const startProgram = async (env: ProgramEnv) =>
  startScript(PROGRAM_FILE, await findFreePort(), hasPrintedUrl, env);
const startRelay = async (env: ProgramEnv = {}) =>
  startScript(RELAY_FILE, await findFreePort(), createAnswerCheck('/'), env);

/** Results of one server at several message rates. */
interface DeliveryResults {
  /** Result at 200 messages per second. */
  readonly at200: MessageRunResult;
  /** Result at 500 messages per second. */
  readonly at500: MessageRunResult;
  /** Result at the highest sustained rate. */
  readonly highest: MessageRunResult;
}

/**
 * Measures how fast messages are delivered: alternately by the program and by the relay (bare Socket.IO), with the same
 * load.
 */
async function measureDelivery(program: RunningProcess, relay: RunningProcess) {
  const talkers = await signInMany(program.url, TALKER_COUNT);
  const servers = [program, relay].map(({ url }) => ({ url, generator: startMessageGenerator() }));
  const figures: Record<string, MessageRunResult>[] = [{}, {}];
  for (const { url, generator } of servers)
    await generator.execute({ do: 'connect', url, talkers });
  for (const rate of [200, 500]) {
    for (const [n, { generator }] of servers.entries()) {
      Object.assign(figures[n] ?? {}, {
        [`at${rate}`]: await measureMessageRate(generator, rate, TALK_SECONDS),
      });
    }
  }
  for (const [n, { generator }] of servers.entries()) {
    Object.assign(figures[n] ?? {}, {
      highest: await findHighestMessageRate(generator, TALK_SECONDS),
    });
  }
  for (const { generator } of servers) generator.end();
  // The cast is needed because the compiler cannot see that the loops above have set all keys.
  return { program: figures[0], relay: figures[1] } as unknown as Record<
    'program' | 'relay',
    DeliveryResults
  >;
}

/** Measures the memory that one idle socket uses, in bytes. */
async function measureIdleSockets(
  start: (env: ProgramEnv) => Promise<RunningProcess>,
  signInTalkers: (url: string) => Promise<ChatClient[]>,
) {
  const { env, memory } = await createMemoryInspector();
  const program = await start(env);
  const people = await signInTalkers(program.url);
  const sockets = Array.from(
    { length: IDLE_SOCKETS },
    (_, n) => people[n % people.length] as ChatClient,
  );
  const generator = startMessageGenerator();
  // Twenty sockets are opened before the measurement, because the first ones allocate structures that all sockets
  // share.
  await generator.execute({ do: 'connect', url: program.url, talkers: sockets.slice(0, 20) });
  const memoryBefore = await memory();
  await generator.execute({ do: 'connect', url: program.url, talkers: sockets.slice(20) });
  const memoryAfter = await memory();
  generator.end();
  await program.stop();
  const bytesPerSocket = (name: keyof MemoryUse) =>
    (memoryAfter[name] - memoryBefore[name]) / (IDLE_SOCKETS - 20);
  return { used: bytesPerSocket('used'), resident: bytesPerSocket('resident') };
}

/** Measures the memory that an idle socket of the program uses, in bytes. */
export const measureSocketMemory = (env: ProgramEnv): Promise<MemoryUse> =>
  measureIdleSockets(
    (inspection) => startProgram({ ...env, ...inspection }),
    (url) => signInMany(url, IDLE_SOCKETS / DEVICES_PER_PERSON),
  );

/** Measures realtime messages of the program, compared with bare Socket.IO under the same load. */
export async function measureRealtime(env: ProgramEnv) {
  const [program, relay] = [await startProgram(env), await startRelay()];
  const delivery = await measureDelivery(program, relay).finally(() =>
    Promise.all([program.stop(), relay.stop()]),
  );
  let people: ChatClient[] = [];
  const memory = await measureIdleSockets(
    (inspection) => startProgram({ ...env, ...inspection }),
    async (url) => {
      people = await signInMany(url, IDLE_SOCKETS / DEVICES_PER_PERSON);
      return people;
    },
  );
  const bareMemory = await measureIdleSockets(startRelay, async () => people);
  return { delivery, memory, bareMemory };
}

/** Inserts `STORED_MESSAGES` messages between existing people, who include the people with the uids `first`. */
export async function fillMessagesOfAll(
  client: pg.Client,
  first: readonly string[] = [],
): Promise<void> {
  const { rows } = await client.query<{ uid: string }>('SELECT uid FROM users LIMIT 5000');
  const otherUids = rows.map(({ uid }) => uid).filter((uid) => !first.includes(uid));
  await fillMessages(client, [...first, ...otherUids], STORED_MESSAGES);
}

/** Measures reading a page of message history through the API, compared with the bare query. */
export async function measureHistory(
  program: RunningProcess,
  bare: RunningProcess,
  databaseUrl: string,
  turns: { rounds: number; seconds: number },
) {
  const [a, b] = (await signInMany(program.url, 2)) as [SignedInClient, SignedInClient];
  await withClient(databaseUrl, (client) => fillMessagesOfAll(client, [a.uid, b.uid]));
  const headers = { authorization: `Bearer ${a.token}` };
  return measureAlternately(
    {
      history: { url: `${program.url}/api/messages/${a.uid}/${b.uid}?limit=15`, headers },
      bareHistory: `${bare.url}/history/${a.uid}/${b.uid}`,
    },
    turns,
  );
}

type RealtimeResults = Awaited<ReturnType<typeof measureRealtime>>;
type HistoryResults = Awaited<ReturnType<typeof measureHistory>>;

const formatLatencies = ({ medianMs, p99Ms }: MessageRunResult) =>
  `p50 ${medianMs.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`;

export function realtimeReportLines(
  { delivery, memory, bareMemory }: RealtimeResults,
  history: HistoryResults,
): ReportLine[] {
  const { program, relay } = delivery;
  const rateLine = (name: string, talk: MessageRunResult): ReportLine => ({
    name,
    value: formatLatencies(talk),
    targetText: '',
    isMet: null,
  });
  const createLine = (
    name: string,
    value: number,
    targetText: string,
    isMet: boolean,
  ): ReportLine => ({
    name,
    value: value.toFixed(2),
    targetText,
    isMet,
  });
  const rateRatio = program.highest.rate / relay.highest.rate;
  const usedRatio = memory.used / bareMemory.used;
  const historyRatio = history.history.perSecond / history.bareHistory.perSecond;
  const formatMemory = ({ used, resident }: MemoryUse) =>
    `${(used / 1024).toFixed(1)} / ${(resident / 1024).toFixed(1)} KB`;
  const requestLine = (name: string, { perSecond, p99Ms }: LoadResult): ReportLine => ({
    name,
    value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
    targetText: '',
    isMet: null,
  });
  const highestRateText = ({ rate: perSecond, p99Ms }: MessageRunResult) =>
    `${perSecond}/s p99 ${p99Ms.toFixed(0)}`;
  return [
    createLine(
      'messages a second with p99 < 100 ms, stored ÷ bare relay without storage',
      rateRatio,
      'at least 0.5',
      rateRatio >= 0.5,
    ),
    {
      name: 'messages a second, stored',
      value: highestRateText(program.highest),
      targetText: '',
      isMet: null,
    },
    {
      name: 'messages a second, bare relay',
      value: highestRateText(relay.highest),
      targetText: '',
      isMet: null,
    },
    rateLine('delivery at 200/s, stored', program.at200),
    rateLine('delivery at 200/s, bare relay', relay.at200),
    rateLine('delivery at 500/s, stored', program.at500),
    rateLine('delivery at 500/s, bare relay', relay.at500),
    createLine(
      `memory of an idle socket at ${IDLE_SOCKETS} ÷ bare Socket.IO`,
      usedRatio,
      'at most 1.5',
      usedRatio <= 1.5,
    ),
    {
      name: 'an idle socket, heap / resident',
      value: formatMemory(memory),
      targetText: '',
      isMet: null,
    },
    {
      name: 'a bare idle socket, heap / resident',
      value: formatMemory(bareMemory),
      targetText: '',
      isMet: null,
    },
    createLine(
      `page of 15 messages among ${STORED_MESSAGES} ÷ bare route with an equal query`,
      historyRatio,
      'at least 0.6',
      historyRatio >= 0.6,
    ),
    requestLine('page of 15 messages', history.history),
    requestLine('bare page of 15 messages', history.bareHistory),
  ];
}
