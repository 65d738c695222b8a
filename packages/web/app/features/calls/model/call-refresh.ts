import { type CallCore, initialCallValues } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { MAX_RINGING_MS } from './state/call-state.ts';

/** How long after the end of its ringing time an unfinished call is checked with the server, in ms. */
const OVERDUE_MARGIN_MS = 5_000;
/** Delay between checks, in ms. */
const MIN_CHECK_DELAY_MS = 10_000;
/** The room of an accepted call arrives within 2 s; after this long the server is asked for it, in ms. */
const ROOM_WAIT_MS = 3_000;

/** Refreshes the current call from the server. */
export interface CallRefresh {
  /** Resolves when the answer was applied or the request has failed. */
  ask(): Promise<void>;
  /** Restarts the timer after which a call without events is checked. */
  watch(): void;
  stop(): void;
}

async function refreshOnce(core: CallCore, sending: CallSending): Promise<boolean> {
  // Waits for pending messages: the server must know about calls that this page has ended.
  await sending.settled();
  const before = core.state;
  const call = await core.ports.api.current();
  if (core.state !== before) return false;
  const { deviceTime } = core.ports;
  const found = call && {
    ...call,
    placedAt: deviceTime(call.placedAt),
    acceptedAt: call.acceptedAt === null ? null : deviceTime(call.acceptedAt),
  };
  core.apply('found', { ...initialCallValues(core), call: found });
  return true;
}

/** How long the current call may go without events, in ms; null once it no longer rings. */
function nextCheckDelayMs({ state: { phase }, ports }: CallCore): number | null {
  if (phase.status !== 'pending') return null;
  if (phase.settled) return ROOM_WAIT_MS;
  return Math.max(
    phase.placedAt + MAX_RINGING_MS + OVERDUE_MARGIN_MS - ports.now(),
    MIN_CHECK_DELAY_MS,
  );
}

export function createCallRefresh(core: CallCore, sending: CallSending): CallRefresh {
  let running: Promise<void> | null = null;
  let again = false;
  let cancel = () => {};
  const watch = () => {
    cancel();
    const wait = core.stopped ? null : nextCheckDelayMs(core);
    cancel = wait === null ? () => {} : core.ports.after(wait, () => void ask());
  };
  const loop = async () => {
    try {
      do {
        again = false;
        // Events received meanwhile are newer than the answer.
        if (!(await refreshOnce(core, sending))) again = true;
      } while (again && !core.stopped);
    } catch {
      // Without an answer the state stays as it is.
      core.apply('unheard', { at: core.ports.now() });
    }
    running = null;
    watch();
  };
  const ask = () => {
    if (core.stopped) return Promise.resolve();
    if (running) again = true;
    running ??= loop();
    return running;
  };
  return { ask, watch, stop: () => cancel() };
}
