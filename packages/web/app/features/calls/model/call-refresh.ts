import { type CallCore, initialCallValues } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { ringingEndOf } from './state/call-state.ts';

/** A ringing call is checked with the server this long after the end of its ringing time, in ms. */
const OVERDUE_MARGIN_MS = 5_000;
/** Minimum delay between two checks, in ms. */
const MIN_CHECK_DELAY_MS = 10_000;
/**
 * The server normally sends the room of an accepted call within 2 s. If no room has arrived after this time, in ms, the
 * page asks the server for the current state of the call.
 */
const ROOM_WAIT_MS = 3_000;

/** Loads the current call from the server. */
export interface CallRefresh {
  /** Resolves when the answer was applied or the request has failed. */
  requestRefresh(): Promise<void>;
  /** Restarts the timer after which a call without new events is checked. */
  watch(): void;
  stop(): void;
}

/**
 * Loads the call and applies the answer. Resolves to false, without applying it, when the state has changed during the
 * request, because the answer may then be outdated.
 */
async function applyCurrentCall(core: CallCore, callSending: CallSending): Promise<boolean> {
  // Pending messages go first: the server must know about calls that this page has ended.
  await callSending.settled();
  const stateBefore = core.state;
  const call = await core.ports.api.current();
  if (core.state !== stateBefore) return false;
  const { deviceTime } = core.ports;
  const foundCall = call && {
    ...call,
    placedAt: deviceTime(call.placedAt),
    ringsUntil: deviceTime(call.ringsUntil),
    acceptedAt: call.acceptedAt === null ? null : deviceTime(call.acceptedAt),
  };
  core.apply('found', { ...initialCallValues(core), call: foundCall });
  return true;
}

/** How long the current call may go without new events before it is checked, in ms; null when no call is ringing. */
function nextCheckDelayMs({ state: { phase }, ports }: CallCore): number | null {
  if (phase.status !== 'pending') return null;
  if (phase.isAcceptanceConfirmed) return ROOM_WAIT_MS;
  return Math.max(ringingEndOf(phase) + OVERDUE_MARGIN_MS - ports.now(), MIN_CHECK_DELAY_MS);
}

export function createCallRefresh(core: CallCore, callSending: CallSending): CallRefresh {
  let runningRefresh: Promise<void> | null = null;
  let mustRefreshAgain = false;
  let endTimer = () => {};
  const watch = () => {
    endTimer();
    const delayMs = core.stopped ? null : nextCheckDelayMs(core);
    endTimer = delayMs === null ? () => {} : core.ports.after(delayMs, () => void requestRefresh());
  };
  const loop = async () => {
    try {
      do {
        mustRefreshAgain = false;
        // Events received during the request are newer than its answer, so the request is repeated.
        if (!(await applyCurrentCall(core, callSending))) mustRefreshAgain = true;
      } while (mustRefreshAgain && !core.stopped);
    } catch {
      // The server did not answer. The event ends only an incoming call whose maximum ringing time is over.
      core.apply('refreshFailed', { nowMs: core.ports.now() });
    }
    runningRefresh = null;
    watch();
  };
  const requestRefresh = () => {
    if (core.stopped) return Promise.resolve();
    if (runningRefresh) mustRefreshAgain = true;
    runningRefresh ??= loop();
    return runningRefresh;
  };
  return { requestRefresh, watch, stop: () => endTimer() };
}
