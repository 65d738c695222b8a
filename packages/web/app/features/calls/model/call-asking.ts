import { beginning, type CallCore } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { RING_MS } from './call-state.ts';

/** A call that is still there so long after its ring is asked about, in ms. */
const LATE_MS = 5_000;
/** How long to wait before asking about it again, in ms. */
const AGAIN_MS = 10_000;
/** An accepted call brings its room within 2 s; it is asked for after this long, in ms. */
const ROOM_MS = 3_000;

/** Asks the server which call there is. */
export interface CallAsking {
  /** Resolves once its answer was taken, or could not be had. */
  ask(): Promise<void>;
  /** A call has changed: it is asked about when nothing is heard of it for too long. */
  watch(): void;
  stop(): void;
}

async function askOnce(core: CallCore, sending: CallSending): Promise<boolean> {
  // What this page has ended is still a call to a server that has not heard of it.
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
  core.apply('found', { ...beginning(core), call: found });
  return true;
}

/** How long nothing may be heard of the call there is, in ms; null for one that rings no more. */
function patience({ state: { line }, ports }: CallCore): number | null {
  if (line.status !== 'pending') return null;
  if (line.settled) return ROOM_MS;
  return Math.max(line.placedAt + RING_MS + LATE_MS - ports.now(), AGAIN_MS);
}

export function createAsking(core: CallCore, sending: CallSending): CallAsking {
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
        // What was heard meanwhile is newer than the answer.
        if (!(await askOnce(core, sending))) again = true;
      } while (again && !core.stopped);
    } catch {
      // Without an answer, what is known stands.
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
