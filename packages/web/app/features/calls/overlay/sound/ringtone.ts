import { renderTune } from './render-tune.ts';
import { type TuneName, tunes } from './tunes.ts';

/** Plays the sound of one call. No method throws. */
export interface TunePlayer {
  /** Whether the browser allows sound, for which it may require a gesture on the page. */
  allowed(): boolean;
  /** Asks the browser to allow sound. */
  wake(): void;
  onChange(listener: () => void): void;
  /** Repeats these samples until `close` is called. */
  loop(samples: Float32Array<ArrayBuffer>): void;
  /** Stops at once in any state and releases the resources. */
  close(): void;
}

export interface RingtonePorts {
  /** Creates a player; null when the browser does not support sound. */
  open(): TunePlayer | null;
  /** Runs `work` in one tab of this browser at a time; does not start `work` after `signal` was aborted. */
  alone(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Calls the listener on user gestures on the page until the returned function is called. */
  onGesture(listener: () => void): () => void;
}

/** Rings until `stop` is called. */
export interface Ringtone {
  /** Rings with this tune and stops any other tune. */
  start(tune: TuneName): void;
  /** Stops ringing at once. */
  stop(): void;
  /** Tries to start the sound; called on a user gesture. */
  wake(): void;
  /** Whether the browser blocks the ringtone until a gesture. */
  isBlocked(): boolean;
  subscribe(listener: () => void): () => void;
}

/** Time to wait for the browser to start the sound, in ms; after it the ringtone counts as blocked until a gesture. */
const AUTOPLAY_WAIT_MS = 400;

interface RingingSound {
  readonly tune: TuneName;
  wake(): void;
  isBlocked(): boolean;
  stop(): void;
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Starts ringing: the sound starts once the browser allows it and no other tab rings. */
function startRinging(
  tune: TuneName,
  player: TunePlayer,
  ports: RingtonePorts,
  notify: () => void,
): RingingSound {
  const abortController = new AbortController();
  let isQueued = false;
  let mayStillStart = true;
  const playOnce = async () => {
    if (abortController.signal.aborted) return;
    player.loop(renderTune(tunes[tune]));
    await waitForAbort(abortController.signal);
  };
  const tryToStart = () => {
    if (abortController.signal.aborted) return;
    if (player.allowed() && !isQueued) {
      isQueued = true;
      // Only a tab that can play sound may take the lock that silences the other tabs.
      ports.alone(abortController.signal, playOnce).catch(() => undefined);
    }
    notify();
  };
  const timer = setTimeout(() => {
    mayStillStart = false;
    tryToStart();
  }, AUTOPLAY_WAIT_MS);
  const unsubscribe = ports.onGesture(() => player.wake());
  player.onChange(tryToStart);
  player.wake();
  tryToStart();
  return {
    tune,
    wake: () => player.wake(),
    isBlocked: () => !mayStillStart && !player.allowed(),
    stop: () => {
      clearTimeout(timer);
      unsubscribe();
      abortController.abort();
      player.close();
    },
  };
}

/** Creates the ringtone of a page. */
export function createRingtone(ports: RingtonePorts): Ringtone {
  const listeners = new Set<() => void>();
  let currentSound: RingingSound | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stop = () => {
    currentSound?.stop();
    currentSound = null;
    notify();
  };
  return {
    start: (tune) => {
      if (currentSound?.tune === tune) return;
      stop();
      const player = ports.open();
      if (player) currentSound = startRinging(tune, player, ports, notify);
    },
    stop,
    wake: () => currentSound?.wake(),
    isBlocked: () => currentSound?.isBlocked() ?? false,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
