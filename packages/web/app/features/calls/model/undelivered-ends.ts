import type { ServerPayload } from '@guilda/contract/socket';
import type { CallCore } from './call-core.ts';
import type { CallPorts } from './call-ports.ts';
import { type CallPair, type CallToEnd, hasSameCallerAndCallee } from './state/call-state.ts';

/**
 * Delays in ms after which an end that was not delivered is sent again. Together they exceed both the time that an
 * unanswered call rings and the period of the server's general rate limit.
 */
const RESEND_DELAYS_MS = [2_000, 4_000, 8_000, 16_000, 32_000];
/** Error codes with which the server refuses an end that it may accept later; the call goes on until then. */
const temporaryRefusals: ReadonlySet<string> = new Set(['unavailable', 'rate_limited']);

/** Sends ends of calls, and remembers those that were not delivered. At most one of its functions may run at a time. */
export interface UndeliveredEnds {
  send(call: CallToEnd): Promise<void>;
  /** Sends the ends again that were not delivered; forgets those for which `isObsolete` returns true. */
  resend(isObsolete: (end: CallToEnd) => boolean): Promise<void>;
  /** Allows the full number of attempts again, for example after a reconnection. */
  resetAttempts(): void;
  stop(): void;
}

/**
 * Whether the server's event makes an end unnecessary: the call has ended, for example with its ringing time, or the
 * person has declined it here and then accepted it on another device.
 */
const makesEndUnnecessary = (ownUid: string, call: ServerPayload<'callChanged'>) =>
  call.state === 'ended' || (call.state === 'opening' && call.calleeId === ownUid);

/** Calls `onDue` after the next of `RESEND_DELAYS_MS`, until all of them were used. */
function createResendTimer(after: CallPorts['after'], onDue: () => void) {
  let attempts = 0;
  let cancel = () => {};
  return {
    schedule: () => {
      cancel();
      const delayMs = RESEND_DELAYS_MS[attempts];
      if (delayMs === undefined) return;
      attempts += 1;
      cancel = after(delayMs, onDue);
    },
    cancel: () => cancel(),
    resetAttempts: () => {
      attempts = 0;
    },
  };
}

/** `onDue` is called when the undelivered ends are to be sent again. */
export function createUndeliveredEnds(
  { ownUid, ports: { connection, after } }: Pick<CallCore, 'ownUid' | 'ports'>,
  onDue: () => void,
): UndeliveredEnds {
  let undeliveredEnds: readonly CallToEnd[] = [];
  let stopped = false;
  const resendTimer = createResendTimer(after, onDue);
  const forget = (pair: CallPair) => {
    undeliveredEnds = undeliveredEnds.filter((end) => !hasSameCallerAndCallee(end, pair));
    if (undeliveredEnds.length === 0) resendTimer.cancel();
  };
  const deliver = async (call: CallToEnd) => {
    const ack = await connection.send('callEnd', call).catch(() => null);
    if (ack && (ack.ok || !temporaryRefusals.has(ack.code))) forget(call);
  };
  const scheduleResending = () => {
    if (!stopped && undeliveredEnds.length > 0) resendTimer.schedule();
  };
  const unsubscribe = connection.on('callChanged', (call) => {
    if (makesEndUnnecessary(ownUid, call)) forget(call);
  });
  return {
    send: async (call) => {
      forget(call);
      undeliveredEnds = [...undeliveredEnds, call];
      resendTimer.resetAttempts();
      await deliver(call);
      scheduleResending();
    },
    resend: async (isObsolete) => {
      for (const call of undeliveredEnds) {
        if (isObsolete(call)) forget(call);
        else if (!stopped && undeliveredEnds.includes(call)) await deliver(call);
      }
      scheduleResending();
    },
    resetAttempts: resendTimer.resetAttempts,
    stop: () => {
      stopped = true;
      resendTimer.cancel();
      unsubscribe();
    },
  };
}
