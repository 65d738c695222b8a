import type { Ack } from '@guilda/contract/socket';
import type { CallPorts } from './call-ports.ts';
import { type CallPair, type CallPhase, hasSameCallerAndCallee } from './state/call-state.ts';

/** Sends call events to the server one at a time, so that the end of a call never arrives before its start. */
export interface CallSending {
  /** Places a call. Resolves to the acknowledgement, or to null without one. */
  call(calleeId: string): Promise<Ack<'call'> | null>;
  /** Ends a call; sent again on reconnection if it was not delivered. */
  end(pair: CallPair): void;
  /**
   * Sends the ends of earlier calls again that could not be delivered while offline. Leaves out calls between the two
   * people of the current call.
   */
  resume(current: CallPhase): void;
  /** Resolves when no event is being sent. */
  settled(): Promise<unknown>;
}

export function createCallSending({
  connection,
  storedAccount,
}: Pick<CallPorts, 'connection' | 'storedAccount'>): CallSending {
  let lastSending: Promise<unknown> = Promise.resolve();
  let undeliveredEnds: readonly CallPair[] = [];
  const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const sending = lastSending.then(work);
    lastSending = sending.catch(() => undefined);
    return sending;
  };
  const sendEnd = ({ callerId, calleeId }: CallPair) =>
    connection.send('callEnd', { callerId, calleeId });
  return {
    call: (calleeId) =>
      runInTurn(() => {
        // The server replaces name and Discord id by those in its own records.
        const { username: callerName, discordId } = storedAccount();
        return connection.send('call', { calleeId, callerName, callerDiscordId: discordId ?? '' });
      }).catch(() => null),
    end: (pair) =>
      void runInTurn(() =>
        sendEnd(pair).catch(() => {
          undeliveredEnds = [...undeliveredEnds, pair];
        }),
      ),
    resume: (currentPhase) => {
      // The server knows one call per pair. An undelivered end must not end a later call of the pair.
      const isLater = (pair: CallPair) =>
        currentPhase.status !== 'free' && hasSameCallerAndCallee(currentPhase.pair, pair);
      const endsToResend = undeliveredEnds.filter((pair) => !isLater(pair));
      undeliveredEnds = [];
      for (const pair of endsToResend) void runInTurn(() => sendEnd(pair)).catch(() => undefined);
    },
    settled: () => lastSending,
  };
}
