import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRingtone, type TunePlayer } from './ringtone.ts';

/** A fake of the browser's sound that records every call. */
function createFakeSound({ allowed = true, granted = true } = {}) {
  const players: FakePlayer[] = [];
  const gestures = new Set<() => void>();
  /** Resolves when the tab that was last allowed to ring has stopped; the next tab waits for it. */
  let lastTurn: Promise<unknown> = Promise.resolve();

  class FakePlayer implements TunePlayer {
    state: 'waiting' | 'allowed' | 'closed' = allowed ? 'allowed' : 'waiting';
    loops = 0;
    listener: () => void = () => undefined;
    allowed = () => this.state === 'allowed';
    wake = () => {
      if (this.state === 'waiting' && gestures.size > 0 && this.mayWake) this.grant();
    };
    mayWake = false;
    grant() {
      this.state = 'allowed';
      this.listener();
    }
    onChange = (listener: () => void) => {
      this.listener = listener;
    };
    loop = () => {
      this.loops += 1;
    };
    close = () => {
      this.state = 'closed';
      this.listener();
    };
  }

  const ports = {
    open: () => {
      if (!granted) return null;
      const player = new FakePlayer();
      players.push(player);
      return player;
    },
    alone: async (signal: AbortSignal, work: () => Promise<void>) => {
      const previousTurn = lastTurn;
      let endTurn: () => void = () => undefined;
      lastTurn = new Promise<void>((resolve) => {
        endTurn = resolve;
      });
      await previousTurn;
      try {
        if (signal.aborted) throw signal.reason;
        await work();
      } finally {
        endTurn();
      }
    },
    onGesture: (listener: () => void) => {
      gestures.add(listener);
      return () => gestures.delete(listener);
    },
  };
  const makeGesture = () => {
    for (const player of players) player.mayWake = true;
    for (const listener of gestures) listener();
  };
  const countSoundingPlayers = () =>
    players.filter(({ state, loops }) => state === 'allowed' && loops > 0).length;
  return { ports, players, gestures, makeGesture, countSoundingPlayers };
}

const settlePromises = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the ringtone plays at once where it is allowed, loops once, and stops permanently', async () => {
  const { ports, players, gestures, countSoundingPlayers } = createFakeSound();
  const ringtone = createRingtone(ports);
  ringtone.start('discord');
  await settlePromises();
  expect(countSoundingPlayers()).toBe(1);
  ringtone.start('discord');
  await settlePromises();
  expect(players).toHaveLength(1);
  expect(players[0]?.loops).toBe(1);
  ringtone.stop();
  expect(players[0]?.state).toBe('closed');
  expect(gestures.size).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(countSoundingPlayers()).toBe(0);
});

test('a new tune replaces the one before', async () => {
  const { ports, players, countSoundingPlayers } = createFakeSound();
  const ringtone = createRingtone(ports);
  ringtone.start('discord');
  await settlePromises();
  ringtone.start('ringback');
  await settlePromises();
  expect(players.map(({ state }) => state)).toEqual(['closed', 'allowed']);
  expect(countSoundingPlayers()).toBe(1);
});

test('the ringtone reports a browser that requires a gesture, and plays after the first gesture', async () => {
  const { ports, makeGesture, countSoundingPlayers } = createFakeSound({ allowed: false });
  const ringtone = createRingtone(ports);
  const listener = vi.fn();
  ringtone.subscribe(listener);
  ringtone.start('skype');
  expect(ringtone.isBlocked()).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(ringtone.isBlocked()).toBe(true);
  expect(listener).toHaveBeenCalled();
  expect(countSoundingPlayers()).toBe(0);
  makeGesture();
  await settlePromises();
  expect(ringtone.isBlocked()).toBe(false);
  expect(countSoundingPlayers()).toBe(1);
});

test('a browser that allows sound a little later is not reported as blocking it', async () => {
  const { ports, players } = createFakeSound({ allowed: false });
  const ringtone = createRingtone(ports);
  const reportedStates: boolean[] = [];
  ringtone.subscribe(() => reportedStates.push(ringtone.isBlocked()));
  ringtone.start('skype');
  await vi.advanceTimersByTimeAsync(100);
  players[0]?.grant();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reportedStates).not.toContain(true);
});

test('a ringtone that is stopped while it waits for a gesture never plays', async () => {
  const { ports, players, makeGesture, countSoundingPlayers } = createFakeSound({ allowed: false });
  const ringtone = createRingtone(ports);
  ringtone.start('discord');
  ringtone.stop();
  expect(players[0]?.state).toBe('closed');
  expect(ringtone.isBlocked()).toBe(false);
  makeGesture();
  await vi.advanceTimersByTimeAsync(2000);
  expect(players[0]?.loops).toBe(0);
  expect(countSoundingPlayers()).toBe(0);
  expect(ringtone.isBlocked()).toBe(false);
});

test('one of two tabs plays the ringtone, and the other one after the first was closed', async () => {
  const { ports, players, countSoundingPlayers } = createFakeSound();
  const [first, second] = [createRingtone(ports), createRingtone(ports)];
  first.start('discord');
  second.start('discord');
  await settlePromises();
  expect(countSoundingPlayers()).toBe(1);
  first.stop();
  await settlePromises();
  expect(players.map(({ loops }) => loops)).toEqual([1, 1]);
  expect(countSoundingPlayers()).toBe(1);
  second.stop();
  await settlePromises();
  expect(countSoundingPlayers()).toBe(0);
});

test('a tab without permission does not prevent sound in other tabs', async () => {
  const blockedBrowser = createFakeSound({ allowed: false });
  const allowingBrowser = createFakeSound();
  const blockedRingtone = createRingtone({
    ...blockedBrowser.ports,
    alone: allowingBrowser.ports.alone,
  });
  const allowedRingtone = createRingtone(allowingBrowser.ports);
  blockedRingtone.start('discord');
  allowedRingtone.start('discord');
  await settlePromises();
  expect(allowingBrowser.countSoundingPlayers()).toBe(1);
});

test('a ringtone stops waiting for its turn when it is stopped', async () => {
  const { ports, players } = createFakeSound();
  const [first, second] = [createRingtone(ports), createRingtone(ports)];
  first.start('discord');
  second.start('discord');
  await settlePromises();
  second.stop();
  first.stop();
  await settlePromises();
  expect(players.map(({ loops }) => loops)).toEqual([1, 0]);
});

test('a browser without sound plays nothing and throws no error', () => {
  const { ports } = createFakeSound({ granted: false });
  const ringtone = createRingtone(ports);
  ringtone.start('discord');
  ringtone.wake();
  expect(ringtone.isBlocked()).toBe(false);
  ringtone.stop();
  ringtone.stop();
});
