import { setTimeout as delay } from 'node:timers/promises';
import type { Ack } from '@guilda/contract/socket';
import { io } from 'socket.io-client';
import type { Talker } from '../talk.ts';
import { actionAt, actions, type Present, type Stage } from './actions.ts';
import { asking } from './ask.ts';
import type { CrowdOrder, Kind, LoadData, Run, Times } from './crowd-orders.ts';

/**
 * Load generator process. Actions are scheduled at a constant rate and measured from their scheduled time, so that neither
 * slow answers nor a busy generator hide delays.
 */
const WARM_UP_MS = 2_000;
const TAIL_MS = 5_000;

let stage: Stage | null = null;
let done = 0;

async function arrive(url: string, talker: Talker): Promise<Present> {
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

async function open(data: LoadData): Promise<void> {
  const present: Present[] = [];
  for (const talker of data.people) present.push(await arrive(data.url, talker));
  stage = { data, ask: asking(data.url), present };
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

function timesOf(latencies: readonly number[]): Times {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (part: number) => quantile(sorted, part);
  return { count: sorted.length, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Results of a run so far. */
interface Tally {
  readonly latencies: Record<Kind, number[]>;
  inTime: number;
  failed: number;
  open: number;
  until: number;
  measuring: boolean;
}

function begin(tally: Tally, on: Stage, due: number): void {
  const { measuring } = tally;
  const { kind, act } = actionAt(done);
  tally.open += 1;
  act(on, done).then(
    () => {
      const now = performance.now();
      tally.open -= 1;
      if (!measuring) return;
      tally.latencies[kind].push(now - due);
      if (now <= tally.until) tally.inTime += 1;
    },
    (error: unknown) => {
      tally.open -= 1;
      tally.failed += 1;
      if (tally.failed === 1) process.stderr.write(`  ${String(error)}\n`);
    },
  );
  done += 1;
}

async function run(on: Stage, rate: number, seconds: number): Promise<Run> {
  const latencies = Object.fromEntries(actions.map(({ kind }) => [kind, []])) as unknown as Record<
    Kind,
    number[]
  >;
  const began = performance.now();
  const until = began + WARM_UP_MS + seconds * 1000;
  const tally: Tally = { latencies, inTime: 0, failed: 0, open: 0, until, measuring: false };
  for (let sent = 0; performance.now() < until; await delay(1)) {
    const passed = Math.min(performance.now(), until) - began;
    tally.measuring = passed > WARM_UP_MS;
    for (; sent < (passed / 1000) * rate; sent += 1) begin(tally, on, began + (sent / rate) * 1000);
  }
  const end = performance.now() + TAIL_MS;
  while (tally.open > 0 && performance.now() < end) await delay(5);
  const kinds = Object.entries(latencies).map(([kind, of]) => [kind, timesOf(of)]);
  return {
    rate,
    donePerSecond: tally.inTime / seconds,
    failed: tally.failed + tally.open,
    all: timesOf(Object.values(latencies).flat()),
    kinds: Object.fromEntries(kinds),
  };
}

async function obey(order: CrowdOrder): Promise<Run | null> {
  if (order.do === 'open') {
    await open(order.data);
    return null;
  }
  if (!stage) throw new Error('the crowd has not come yet');
  return run(stage, order.rate, order.seconds);
}

process.once('disconnect', () => process.exit());
process.on('message', (order: CrowdOrder) => {
  obey(order).then(
    (run) => process.send?.({ run }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
