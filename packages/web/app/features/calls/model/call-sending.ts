import type { Ack } from '@guilda/contract/socket';
import type { CallCore } from './call-core.ts';
import { type CallToEnd, hasSameCallerAndCallee } from './state/call-state.ts';
import { createUndeliveredEnds } from './undelivered-ends.ts';

/** Sends call events to the server one at a time, so that the end of a call never arrives before its start. */
export interface CallSending {
  /** Places a call. Resolves to the acknowledgement, or to null without one. */
  call(calleeId: string): Promise<Ack<'call'> | null>;
  /** Ends a call; sent again after a delay, on reconnection and before the next call if it was not delivered. */
  end(call: CallToEnd): void;
  /**
   * Sends the ends of earlier calls again that could not be delivered. Leaves out those that could end the current
   * call.
   */
  resume(): void;
  /** Resolves when no event is being sent. */
  settled(): Promise<unknown>;
  /** Sends no undelivered end again from now on. */
  stop(): void;
}

export function createCallSending(core: CallCore): CallSending {
  const { connection, storedAccount } = core.ports;
  let lastSending: Promise<unknown> = Promise.resolve();
  const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const sending = lastSending.then(work);
    lastSending = sending.catch(() => undefined);
    return sending;
  };
  // An undelivered end must not end the current call. The server ignores an end that names another call by its id.
  const isReplaced = (end: CallToEnd) => {
    const { phase } = core.state;
    if (phase.status === 'free' || !hasSameCallerAndCallee(phase.pair, end)) return false;
    return end.callId === undefined || end.callId === phase.callId;
  };
  const resend = () => void runInTurn(() => ends.resend(isReplaced));
  const ends = createUndeliveredEnds(core, resend);
  return {
    call: (calleeId) =>
      runInTurn(async () => {
        // The server refuses a call while an earlier one goes on. The new call has not begun yet and cannot be ended.
        await ends.resend(() => false);
        // The server replaces name and Discord id by those in its own records.
        const { username: callerName, discordId } = storedAccount();
        const payload = { calleeId, callerName, callerDiscordId: discordId ?? '' };
        return connection.send('call', payload);
      }).catch(() => null),
    end: (call) => void runInTurn(() => ends.send(call)),
    resume: () => {
      ends.resetAttempts();
      resend();
    },
    settled: () => lastSending,
    stop: ends.stop,
  };
}
