import { expect, it } from 'vitest';
import { createTask } from './retrying-task.ts';

function setUpTask(runOutcomes: (() => Promise<void>)[]) {
  const timers: { ms: number; work: () => void }[] = [];
  let runCount = 0;
  let failureCount = 0;
  const task = createTask(
    async () => {
      runCount += 1;
      await runOutcomes.shift()?.();
    },
    {
      scheduleAfter: (ms, work) => {
        const timer = { ms, work };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
      onFailure: (error) => {
        failureCount += 1;
        return error instanceof TypeError ? 'stop' : 'retry';
      },
    },
  );
  return { task, timers, runCount: () => runCount, failureCount: () => failureCount };
}

const failOnce = async () => {
  throw new Error('no network');
};

it('a task runs once more when it was requested while it ran, however often', async () => {
  const pendingWork = Promise.withResolvers<void>();
  const { task, runCount } = setUpTask([() => pendingWork.promise]);
  const firstRun = task.run();
  void task.run();
  void task.run();
  expect(runCount()).toBe(1);
  pendingWork.resolve();
  await firstRun;
  expect(runCount()).toBe(2);
});

it('a failed task runs again after growing delays until it succeeds', async () => {
  const { task, timers, runCount, failureCount } = setUpTask([failOnce, failOnce]);
  await task.run();
  expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  timers.shift()?.work();
  await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([2_000]);
  await task.run();
  expect(timers).toEqual([]);
  expect([runCount(), failureCount()]).toEqual([3, 2]);
});

it('a task ends after a failure that must not be repeated', async () => {
  const { task, timers, failureCount } = setUpTask([
    () => Promise.reject(new TypeError('refused')),
  ]);
  await task.run();
  expect(timers).toEqual([]);
  expect(failureCount()).toBe(1);
});

it('a task does nothing any more once it is stopped', async () => {
  const { task, timers, runCount } = setUpTask([failOnce]);
  await task.run();
  task.stop();
  expect(timers).toEqual([]);
  await task.run();
  expect(runCount()).toBe(1);
});
