import { expect, test, vi } from 'vitest';
import { createPolling } from './polling.ts';

function makeHeart() {
  let planned: { run: () => void; ms: number } | null = null;
  let finish: (() => void) | null = null;
  let awake = true;
  const beat = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = resolve;
        failing = () => reject(new Error('offline'));
      }),
  );
  let failing = () => {};
  const heart = createPolling({
    beat,
    awake: () => awake,
    later: (run, ms) => {
      const mine = { run, ms };
      planned = mine;
      return () => {
        if (planned === mine) planned = null;
      };
    },
    everyMs: 10_000,
  });
  return {
    heart,
    beat,
    plannedIn: () => planned?.ms,
    elapse: () => {
      const due = planned;
      planned = null;
      due?.run();
    },
    finish: () => finish?.(),
    fail: () => failing(),
    sleep: (value: boolean) => {
      awake = !value;
    },
  };
}

test('beats after the first wait, then every time after the answer', async () => {
  const it = makeHeart();
  it.heart.start(4_000);
  expect(it.plannedIn()).toBe(4_000);
  it.elapse();
  expect(it.beat).toHaveBeenCalledOnce();
  expect(it.plannedIn()).toBeUndefined();
  it.finish();
  await vi.waitFor(() => expect(it.plannedIn()).toBe(10_000));
});

test('a failure is waited out', async () => {
  const it = makeHeart();
  it.heart.start(0);
  it.elapse();
  it.fail();
  await vi.waitFor(() => expect(it.plannedIn()).toBe(10_000));
});

test('asks nothing while nobody looks, and at once when a person is back', () => {
  const it = makeHeart();
  it.heart.start(0);
  it.sleep(true);
  it.elapse();
  it.heart.wake();
  expect(it.beat).not.toHaveBeenCalled();
  it.sleep(false);
  it.heart.wake();
  expect(it.beat).toHaveBeenCalledOnce();
});

test('never asks twice at a time, nor after it was stopped', async () => {
  const it = makeHeart();
  it.heart.start(0);
  it.elapse();
  it.heart.wake();
  expect(it.beat).toHaveBeenCalledOnce();
  it.heart.stop();
  it.finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(it.plannedIn()).toBeUndefined();
  it.heart.wake();
  expect(it.beat).toHaveBeenCalledOnce();
});
