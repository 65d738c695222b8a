import { expect, it, vi } from 'vitest';
import type { PersonCalls } from './call-client.ts';
import { createSessionCalls, noCallView } from './session-calls.ts';

function setUpSession(firstUid: string | null) {
  const session = { uid: firstUid, notify: () => {} };
  const log: string[] = [];
  const viewListeners: (() => void)[] = [];
  const calls = createSessionCalls({
    uid: () => session.uid,
    onChange: (listener) => {
      session.notify = listener;
    },
    open: (uid, onViewChange) => {
      viewListeners.push(onViewChange);
      log.push(`begin ${uid}`);
      return {
        view: () => noCallView,
        end: () => log.push(`${uid} ends`),
        accept: async () => void log.push(`${uid} accepts`),
        stop: () => log.push(`stop ${uid}`),
      } as unknown as PersonCalls;
    },
  });
  const signIn = (uid: string | null) => {
    session.uid = uid;
    session.notify();
  };
  return { calls, log, viewListeners, signIn };
}

it('a visitor has no calls', async () => {
  const { calls, log } = setUpSession(null);
  expect(calls.view()).toBe(noCallView);
  calls.end();
  await calls.accept();
  expect(log).toEqual([]);
});

it('the calls change with the signed-in person', async () => {
  const { calls, log, signIn } = setUpSession('ana');
  await calls.accept();
  signIn('ana');
  signIn('davi');
  calls.end();
  signIn(null);
  expect(log).toEqual([
    'begin ana',
    'ana accepts',
    'stop ana',
    'begin davi',
    'davi ends',
    'stop davi',
  ]);
});

it('a listener is called after each change until it unsubscribes', () => {
  const { calls, viewListeners, signIn } = setUpSession('ana');
  const listener = vi.fn();
  const unsubscribe = calls.subscribe(listener);
  viewListeners[0]?.();
  signIn(null);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  signIn('ana');
  expect(listener).toHaveBeenCalledTimes(2);
});
