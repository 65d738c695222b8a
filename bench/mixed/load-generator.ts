import { setTimeout as delay } from 'node:timers/promises';
import type { Ack } from '@guilda/contract/socket';
import { io } from 'socket.io-client';
import type { SignedInClient } from '../message-rate.ts';
import { createActionSequence } from './action-sequence.ts';
import { type ActionName, actions } from './actions.ts';
import { type ConnectedPerson, type LoadContext, renewTokens } from './context.ts';
import { createHttpClient } from './http-client.ts';
import type { LoadData } from './load-data.ts';
import type {
  GeneratorCommand,
  Latencies,
  LoadRun,
  LoadRunResult,
  MixEntry,
} from './load-generator-client.ts';

/**
 * This file is the load generator process. Actions are started at a constant rate, and latency is measured from their
 * scheduled time, so that neither slow answers nor a busy generator hide delays.
 */
/** Time at the beginning of a run in which latencies are not recorded. */
const WARM_UP_MS = 2_000;
/** Maximum time to wait for the last actions of a run to finish. */
const DRAIN_MS = 5_000;
/** Interval at which access tokens are renewed, which are valid for 15 minutes. */
const TOKEN_RENEWAL_MS = 600_000;
/** Header of browsers; the crowd sends it with all requests, as browsers do. */
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let loadContext: LoadContext | null = null;
let startedActions = 0;

async function connectPerson(url: string, talker: SignedInClient): Promise<ConnectedPerson> {
  const auth = { token: talker.token };
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ack: Ack<'register'> = await socket.timeout(20_000).emitWithAck('register', talker.uid);
  if (!ack.ok) throw new Error(ack.error);
  return { talker, socket };
}

async function connectPeople(loadData: LoadData): Promise<void> {
  const connectedPeople: ConnectedPerson[] = [];
  for (const talker of loadData.people)
    connectedPeople.push(await connectPerson(loadData.url, talker));
  loadContext = {
    loadData,
    http: createHttpClient(loadData.url, loadData.crowd ? browserHeaders : {}),
    connectedPeople,
    paidOrders: [],
  };
  setInterval(renewAllTokens, TOKEN_RENEWAL_MS, loadContext).unref();
}

async function renewAllTokens({ http, connectedPeople }: LoadContext): Promise<void> {
  const renewals = connectedPeople.map(({ talker }) => renewTokens(http, talker));
  for (const renewal of await Promise.allSettled(renewals))
    if (renewal.status === 'rejected')
      process.stderr.write(`  renewing a token: ${String(renewal.reason)}\n`);
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function summarizeLatencies(latenciesMs: readonly number[]): Latencies {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const latencyAt = (share: number) => quantile(sorted, share);
  return { count: sorted.length, medianMs: latencyAt(0.5), p99Ms: latencyAt(0.99) };
}

/** Counters and latencies of the running measurement. */
interface RunCounters {
  readonly latencies: Map<string, number[]>;
  readonly completedByAction: Map<ActionName, number>;
  /** Number of actions that were completed before the end of the run. */
  inTimeCount: number;
  failedCount: number;
  /** Number of actions that have started and not ended. */
  openCount: number;
  /** Time at which the run ends, in ms of `performance.now()`. */
  readonly endsAt: number;
  /** Whether the warm-up has ended, so that new actions are measured. */
  isMeasuring: boolean;
}

function startAction(
  counters: RunCounters,
  context: LoadContext,
  { action, label }: MixEntry,
  dueAt: number,
): void {
  const { isMeasuring, completedByAction, latencies } = counters;
  counters.openCount += 1;
  actions[action](context, startedActions).then(
    () => {
      const now = performance.now();
      counters.openCount -= 1;
      completedByAction.set(action, (completedByAction.get(action) ?? 0) + 1);
      if (!isMeasuring) return;
      latencies.get(label)?.push(now - dueAt);
      if (now <= counters.endsAt) counters.inTimeCount += 1;
    },
    (error: unknown) => {
      counters.openCount -= 1;
      counters.failedCount += 1;
      if (counters.failedCount === 1) process.stderr.write(`  ${action}: ${String(error)}\n`);
    },
  );
  startedActions += 1;
}

function summarizeRun({ rate, seconds }: LoadRun, counters: RunCounters) {
  const latenciesByLabel = [...counters.latencies].map(([label, labelLatencies]) => [
    label,
    summarizeLatencies(labelLatencies),
  ]);
  return {
    rate,
    donePerSecond: counters.inTimeCount / seconds,
    failed: counters.failedCount + counters.openCount,
    overall: summarizeLatencies([...counters.latencies.values()].flat()),
    byLabel: Object.fromEntries(latenciesByLabel),
    completedByAction: Object.fromEntries(counters.completedByAction),
  };
}

async function runLoad(context: LoadContext, run: LoadRun): Promise<LoadRunResult> {
  const { mix, rate, seconds } = run;
  const bytesBefore = context.http.receivedBytes;
  const nextEntry = createActionSequence(mix);
  const startedAt = performance.now();
  const endsAt = startedAt + WARM_UP_MS + seconds * 1000;
  const counters: RunCounters = {
    latencies: new Map(mix.map(({ label }) => [label, []])),
    completedByAction: new Map(),
    inTimeCount: 0,
    failedCount: 0,
    openCount: 0,
    endsAt,
    isMeasuring: false,
  };
  for (let startedCount = 0; performance.now() < endsAt; await delay(1)) {
    const elapsedMs = Math.min(performance.now(), endsAt) - startedAt;
    counters.isMeasuring = elapsedMs > WARM_UP_MS;
    for (; startedCount < (elapsedMs / 1000) * rate; startedCount += 1)
      startAction(counters, context, nextEntry(), startedAt + (startedCount / rate) * 1000);
  }
  const end = performance.now() + DRAIN_MS;
  while (counters.openCount > 0 && performance.now() < end) await delay(5);
  const receivedBytes = context.http.receivedBytes - bytesBefore;
  return { ...summarizeRun(run, counters), receivedBytes };
}

async function executeCommand(command: GeneratorCommand): Promise<LoadRunResult | null> {
  if (command.do === 'open') {
    await connectPeople(command.loadData);
    return null;
  }
  if (!loadContext) throw new Error('no people are connected yet');
  return runLoad(loadContext, command);
}

process.once('disconnect', () => process.exit());
process.on('message', (command: GeneratorCommand) => {
  executeCommand(command).then(
    (run) => process.send?.({ run }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
