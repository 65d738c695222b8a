import { type CallCore, callBeginning } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { RING_MS } from './state/call-state.ts';

/** How long after the end of its ringing time an unfinished call is checked with the server, in ms. */
const LATE_MS = 5_000;
/** Delay between checks, in ms. */
const AGAIN_MS = 10_000;
/** The room of an accepted call arrives within 2 s; after this long the server is asked for it, in ms. */
const ROOM_MS = 3_000;

/** Refreshes the current call from the server. */
export interface CallRefresh {
  /** Resolves when the answer was applied or the request has failed. */
  ask(): Promise<void>;
  /** Restarts the timer after which a call without events is checked. */
  watch(): void;
  stop(): void;
}

async function askOnce(core: CallCore, sending: CallSending): Promise<boolean> {
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
  core.apply('found', { ...callBeginning(core), call: found });
  return true;
}

/** How long the current call may go without events, in ms; null once it no longer rings. */
function patience({ state: { line }, ports }: CallCore): number | null {
  if (line.status !== 'pending') return null;
  if (line.settled) return ROOM_MS;
  return Math.max(line.placedAt + RING_MS + LATE_MS - ports.now(), AGAIN_MS);
}

export function createAsking(core: CallCore, sending: CallSending): CallRefresh {
  let running: Promise<void> | null = null;
  let again = false;
  let cancel = () => {};
  const watch = () => {
    cancel();
    const wait = core.stopped ? null : patience(core);
    cancel = wait === null ? () => {} : core.ports.after(wait, () => void ask());
  };
  const loop = async () => {
    try {
      do {
        again = false;
        // Events received meanwhile are newer than the answer.
        if (!(await askOnce(core, sending))) again = true;
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
