import { expect, test } from 'vitest';
import { type FakeTimers, fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import type { ManagedProcess, ProcessEnd } from '../../adapters/processes/index.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import { StartError } from '../start-error.ts';
import { ExplainedStartError, keepProcessesRunning } from './keep-running.ts';

/** A fake process: the test decides when it accepts requests and when it ends. */
interface FakeProcess extends ManagedProcess {
  readonly stopped: readonly boolean[];
  takeRequests(): void;
  end(end?: Partial<ProcessEnd>): void;
}

function fakeProcess(pid: number): FakeProcess {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<ProcessEnd>();
  const stopped: boolean[] = [];
  const end = (how: Partial<ProcessEnd> = {}) => ended.resolve({ code: 0, signal: null, ...how });
  return {
    ...{ pid, stopped, end, ready: ready.promise, ended: ended.promise },
    takeRequests: () => ready.resolve(),
    stop: (replaced) => stopped.push(replaced),
    kill: () => end({ code: null, signal: 'SIGKILL' }),
  };
}

const crashedEnd = { code: null, signal: 'SIGSEGV' };
/** Resolves after all pending promise callbacks have run. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

function setUp(count: number) {
  const timers: FakeTimers = fakeTimers();
  const opened: FakeProcess[] = [];
  const startProcess = () => {
    opened.push(fakeProcess(opened.length + 1));
    return opened.at(-1) as FakeProcess;
  };
  const processes = keepProcessesRunning({
    count,
    startProcess,
    timers,
    log: quietLog as unknown as Logger,
  });
  const at = (n: number) => opened[n] as FakeProcess;
  const begin = async () => {
    const started = processes.start();
    await settlePromises();
    at(0).takeRequests();
    await settlePromises();
    for (const process of opened) process.takeRequests();
    await started;
  };
  return { timers, opened, at, processes, begin };
}

test('the first process prepares shared data before the others start', async () => {
  const { opened, at, processes } = setUp(3);
  const started = processes.start();
  await settlePromises();
  expect(opened.length).toBe(1);
  at(0).takeRequests();
  await settlePromises();
  expect(opened.length).toBe(3);
  at(1).takeRequests();
  at(2).takeRequests();
  await started;
});

test('a start that has printed why it failed is not repeated', async () => {
  const { opened, at, processes } = setUp(2);
  const started = expect(processes.start()).rejects.toThrow(ExplainedStartError);
  await settlePromises();
  at(0).end({ code: 1 });
  await started;
  expect(opened.length).toBe(1);
});

test('a start gives up after five ends in a row, with growing pauses', async () => {
  const { timers, opened, at, processes } = setUp(2);
  const started = processes.start().catch((error: unknown) => error);
  for (const pause of [500, 1_000, 2_000, 4_000]) {
    const { length } = opened;
    await settlePromises();
    at(opened.length - 1).end(crashedEnd);
    await settlePromises();
    timers.advance(pause - 1);
    await settlePromises();
    expect(opened.length).toBe(Math.max(1, length));
    timers.advance(1);
    await settlePromises();
    expect(opened.length).toBe(Math.max(1, length) + 1);
  }
  at(4).end(crashedEnd);
  const error = await started;
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain('5 vezes antes de atender (sinal SIGSEGV)');
});

test('a process that ends is always started again, with growing delays until it has run for a while', async () => {
  const { timers, opened, at, begin } = setUp(2);
  await begin();
  const pauses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { length } = opened;
    // A process that has printed why it ended is also replaced, because the database may be unavailable only for a
    // while.
    at(length - 1).end({ code: 1 });
    await settlePromises();
    let waited = 0;
    for (; opened.length === length; waited += 500) {
      timers.advance(500);
      await settlePromises();
    }
    pauses.push(waited);
    if (n === 6) timers.advance(60_000);
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 500]);
});

test('a rolling restart stops each old process once its successor accepts requests', async () => {
  const { opened, at, processes, begin } = setUp(2);
  await begin();
  const restarted = processes.restart();
  await settlePromises();
  expect(opened.length).toBe(3);
  expect(at(0).stopped).toEqual([]);
  at(2).takeRequests();
  await settlePromises();
  expect(at(0).stopped).toEqual([true]);
  expect(opened.length).toBe(3);
  at(0).end();
  await settlePromises();
  at(3).takeRequests();
  await settlePromises();
  expect(at(1).stopped).toEqual([true]);
  at(1).end();
  await restarted;
  await settlePromises();
  expect(opened.length).toBe(4);
});

test('a rolling restart with a failing new process keeps the old processes', async () => {
  const { opened, at, processes, begin } = setUp(2);
  await begin();
  const restarted = processes.restart();
  await settlePromises();
  at(2).end({ code: 1 });
  await restarted;
  expect([at(0), at(1)].flatMap(({ stopped }) => stopped)).toEqual([]);
  expect(opened.length).toBe(3);
});

test('an old process that does not end is killed', async () => {
  const { timers, at, processes, begin } = setUp(1);
  await begin();
  const restarted = processes.restart();
  await settlePromises();
  at(1).takeRequests();
  await settlePromises();
  timers.advance(12_000);
  await restarted;
  expect(await at(0).ended).toMatchObject({ signal: 'SIGKILL' });
});

test('a stop ends all processes and starts none again', async () => {
  const { timers, opened, at, processes, begin } = setUp(2);
  await begin();
  at(1).end(crashedEnd);
  await settlePromises();
  const stopped = processes.stop();
  expect(at(0).stopped).toEqual([false]);
  at(0).end();
  await stopped;
  timers.advance(100_000);
  await settlePromises();
  expect(opened.length).toBe(2);
});
