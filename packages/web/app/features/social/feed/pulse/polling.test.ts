import { expect, test, vi } from 'vitest';
import { createPolling } from './polling.ts';

function createTestPolling() {
  let plannedTimer: { run: () => void; ms: number } | null = null;
  let finishRequest: (() => void) | null = null;
  let isActive = true;
  const request = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        finishRequest = resolve;
        failRequest = () => reject(new Error('offline'));
      }),
  );
  let failRequest = () => {};
  const polling = createPolling({
    request,
    isActive: () => isActive,
    schedule: (run, ms) => {
      const ownTimer = { run, ms };
      plannedTimer = ownTimer;
      return () => {
        if (plannedTimer === ownTimer) plannedTimer = null;
      };
    },
    everyMs: 10_000,
  });
  return {
    polling,
    request,
    plannedIn: () => plannedTimer?.ms,
    elapse: () => {
      const dueTimer = plannedTimer;
      plannedTimer = null;
      dueTimer?.run();
    },
    finish: () => finishRequest?.(),
    fail: () => failRequest(),
    sleep: (isAsleep: boolean) => {
      isActive = !isAsleep;
    },
  };
}

test('polling sends a request after the first delay, and then after each answer', async () => {
  const testPolling = createTestPolling();
  testPolling.polling.start(4_000);
  expect(testPolling.plannedIn()).toBe(4_000);
  testPolling.elapse();
  expect(testPolling.request).toHaveBeenCalledOnce();
  expect(testPolling.plannedIn()).toBeUndefined();
  testPolling.finish();
  await vi.waitFor(() => expect(testPolling.plannedIn()).toBe(10_000));
});

test('polling continues after a failure', async () => {
  const testPolling = createTestPolling();
  testPolling.polling.start(0);
  testPolling.elapse();
  testPolling.fail();
  await vi.waitFor(() => expect(testPolling.plannedIn()).toBe(10_000));
});

test('polling sends no request while the page is hidden, and one at once when it is visible again', () => {
  const testPolling = createTestPolling();
  testPolling.polling.start(0);
  testPolling.sleep(true);
  testPolling.elapse();
  testPolling.polling.wake();
  expect(testPolling.request).not.toHaveBeenCalled();
  testPolling.sleep(false);
  testPolling.polling.wake();
  expect(testPolling.request).toHaveBeenCalledOnce();
});

test('polling never sends two requests at a time, nor one after it was stopped', async () => {
  const testPolling = createTestPolling();
  testPolling.polling.start(0);
  testPolling.elapse();
  testPolling.polling.wake();
  expect(testPolling.request).toHaveBeenCalledOnce();
  testPolling.polling.stop();
  testPolling.finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(testPolling.plannedIn()).toBeUndefined();
  testPolling.polling.wake();
  expect(testPolling.request).toHaveBeenCalledOnce();
});
