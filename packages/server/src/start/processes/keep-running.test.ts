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
  const endPromise = Promise.withResolvers<ProcessEnd>();
  const stopped: boolean[] = [];
  const end = (processEnd: Partial<ProcessEnd> = {}) =>
    endPromise.resolve({ code: 0, signal: null, ...processEnd });
  return {
    ...{ pid, stopped, end, ready: ready.promise, ended: endPromise.promise },
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
  const openedProcesses: FakeProcess[] = [];
  const startProcess = () => {
    openedProcesses.push(fakeProcess(openedProcesses.length + 1));
    return openedProcesses.at(-1) as FakeProcess;
  };
  const processes = keepProcessesRunning({
    processCount: count,
    startProcess,
    timers,
    log: quietLog as unknown as Logger,
  });
  const processAt = (index: number) => openedProcesses[index] as FakeProcess;
  const startAll = async () => {
    const starting = processes.start();
    await settlePromises();
    processAt(0).takeRequests();
    await settlePromises();
    for (const process of openedProcesses) process.takeRequests();
    await starting;
  };
  return { timers, openedProcesses, processAt, processes, startAll };
}

test('the first process prepares shared data before the others start', async () => {
  const { openedProcesses, processAt, processes } = setUp(3);
  const starting = processes.start();
  await settlePromises();
  expect(openedProcesses.length).toBe(1);
  processAt(0).takeRequests();
  await settlePromises();
  expect(openedProcesses.length).toBe(3);
  processAt(1).takeRequests();
  processAt(2).takeRequests();
  await starting;
});

test('a start that has printed why it failed is not repeated', async () => {
  const { openedProcesses, processAt, processes } = setUp(2);
  const expectedFailure = expect(processes.start()).rejects.toThrow(ExplainedStartError);
  await settlePromises();
  processAt(0).end({ code: 1 });
  await expectedFailure;
  expect(openedProcesses.length).toBe(1);
});

test('a start gives up after five ends in a row, with growing pauses', async () => {
  const { timers, openedProcesses, processAt, processes } = setUp(2);
  const startError = processes.start().catch((error: unknown) => error);
  for (const pause of [500, 1_000, 2_000, 4_000]) {
    const { length } = openedProcesses;
    await settlePromises();
    processAt(openedProcesses.length - 1).end(crashedEnd);
    await settlePromises();
    timers.advance(pause - 1);
    await settlePromises();
    expect(openedProcesses.length).toBe(Math.max(1, length));
    timers.advance(1);
    await settlePromises();
    expect(openedProcesses.length).toBe(Math.max(1, length) + 1);
  }
  processAt(4).end(crashedEnd);
  const error = await startError;
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain('5 vezes antes de atender (sinal SIGSEGV)');
});

test('a process that ends is always started again, with growing delays until it has run for a while', async () => {
  const { timers, openedProcesses, processAt, startAll } = setUp(2);
  await startAll();
  const pauses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { length } = openedProcesses;
    // Exit code 1 means that the process has printed an error. It is replaced all the same, because errors such as an
    // unavailable database can pass.
    processAt(length - 1).end({ code: 1 });
    await settlePromises();
    let waitedMs = 0;
    for (; openedProcesses.length === length; waitedMs += 500) {
      timers.advance(500);
      await settlePromises();
    }
    pauses.push(waitedMs);
    if (n === 6) timers.advance(60_000);
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 500]);
});

test('a rolling restart stops each old process once its successor accepts requests', async () => {
  const { openedProcesses, processAt, processes, startAll } = setUp(2);
  await startAll();
  const restartPromise = processes.restart();
  await settlePromises();
  expect(openedProcesses.length).toBe(3);
  expect(processAt(0).stopped).toEqual([]);
  processAt(2).takeRequests();
  await settlePromises();
  expect(processAt(0).stopped).toEqual([true]);
  expect(openedProcesses.length).toBe(3);
  processAt(0).end();
  await settlePromises();
  processAt(3).takeRequests();
  await settlePromises();
  expect(processAt(1).stopped).toEqual([true]);
  processAt(1).end();
  await restartPromise;
  await settlePromises();
  expect(openedProcesses.length).toBe(4);
});

test('a rolling restart with a failing new process keeps the old processes', async () => {
  const { openedProcesses, processAt, processes, startAll } = setUp(2);
  await startAll();
  const restartPromise = processes.restart();
  await settlePromises();
  processAt(2).end({ code: 1 });
  await restartPromise;
  expect([processAt(0), processAt(1)].flatMap(({ stopped }) => stopped)).toEqual([]);
  expect(openedProcesses.length).toBe(3);
});

test('an old process that does not end is killed', async () => {
  const { timers, processAt, processes, startAll } = setUp(1);
  await startAll();
  const restartPromise = processes.restart();
  await settlePromises();
  processAt(1).takeRequests();
  await settlePromises();
  timers.advance(12_000);
  await restartPromise;
  expect(await processAt(0).ended).toMatchObject({ signal: 'SIGKILL' });
});

test('a stop ends all processes and starts none again', async () => {
  const { timers, openedProcesses, processAt, processes, startAll } = setUp(2);
  await startAll();
  processAt(1).end(crashedEnd);
  await settlePromises();
  const stopping = processes.stop();
  expect(processAt(0).stopped).toEqual([false]);
  processAt(0).end();
  await stopping;
  timers.advance(100_000);
  await settlePromises();
  expect(openedProcesses.length).toBe(2);
});
