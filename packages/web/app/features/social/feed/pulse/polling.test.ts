import { expect, test, vi } from 'vitest';
import { createPolling } from './polling.ts';

function createTestPolling() {
  let planned: { run: () => void; ms: number } | null = null;
  let finish: (() => void) | null = null;
  let active = true;
  const request = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = resolve;
        failing = () => reject(new Error('offline'));
      }),
  );
  let failing = () => {};
  const polling = createPolling({
    request,
    isActive: () => active,
    schedule: (run, ms) => {
      const mine = { run, ms };
      planned = mine;
      return () => {
        if (planned === mine) planned = null;
      };
    },
    everyMs: 10_000,
  });
  return {
    polling,
    request,
    plannedIn: () => planned?.ms,
    elapse: () => {
      const due = planned;
      planned = null;
      due?.run();
    },
    finish: () => finish?.(),
    fail: () => failing(),
    sleep: (value: boolean) => {
      active = !value;
    },
  };
}

test('polling sends a request after the first delay, and then after each answer', async () => {
  const it = createTestPolling();
  it.polling.start(4_000);
  expect(it.plannedIn()).toBe(4_000);
  it.elapse();
  expect(it.request).toHaveBeenCalledOnce();
  expect(it.plannedIn()).toBeUndefined();
  it.finish();
  await vi.waitFor(() => expect(it.plannedIn()).toBe(10_000));
});

test('polling continues after a failure', async () => {
  const it = createTestPolling();
  it.polling.start(0);
  it.elapse();
  it.fail();
  await vi.waitFor(() => expect(it.plannedIn()).toBe(10_000));
});

test('polling sends no request while the page is hidden, and one at once when it is visible again', () => {
  const it = createTestPolling();
  it.polling.start(0);
  it.sleep(true);
  it.elapse();
  it.polling.wake();
  expect(it.request).not.toHaveBeenCalled();
  it.sleep(false);
  it.polling.wake();
  expect(it.request).toHaveBeenCalledOnce();
});

test('polling never sends two requests at a time, nor one after it was stopped', async () => {
  const it = createTestPolling();
  it.polling.start(0);
  it.elapse();
  it.polling.wake();
  expect(it.request).toHaveBeenCalledOnce();
  it.polling.stop();
  it.finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(it.plannedIn()).toBeUndefined();
  it.polling.wake();
  expect(it.request).toHaveBeenCalledOnce();
});
