import type { Ack } from '@guilda/contract/socket';
import type { CallPorts } from './call-ports.ts';
import { type CallPair, type CallPhase, isSameCallPair } from './state/call-state.ts';

/** Sends call events to the server one at a time, so that an end never arrives before its start. */
export interface CallSending {
  /** Resolves to the acknowledgement; to null when none came. */
  call(calleeId: string): Promise<Ack<'call'> | null>;
  /** Ends a call; repeated on reconnection if it was not delivered. */
  end(pair: CallPair): void;
  /** Sends ends that could not be delivered while offline, except for the current call. */
  resume(current: CallPhase): void;
  /** Resolves when nothing is being sent. */
  settled(): Promise<unknown>;
}

export function createCallSending({
  connection,
  storedAccount,
}: Pick<CallPorts, 'connection' | 'storedAccount'>): CallSending {
  let last: Promise<unknown> = Promise.resolve();
  let owed: readonly CallPair[] = [];
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const sendEnd = ({ callerId, calleeId }: CallPair) =>
    connection.send('callEnd', { callerId, calleeId });
  return {
    call: (calleeId) =>
      inTurn(() => {
        // The server replaces name and Discord id by its own records.
        const { username: callerName, discordId } = storedAccount();
        return connection.send('call', { calleeId, callerName, callerDiscordId: discordId ?? '' });
      }).catch(() => null),
    end: (pair) =>
      void inTurn(() =>
        sendEnd(pair).catch(() => {
          owed = [...owed, pair];
        }),
      ),
    resume: (current) => {
      // The server has one call per pair: a later call replaces an undelivered end.
      const isLater = (pair: CallPair) =>
        current.status !== 'free' && isSameCallPair(current.pair, pair);
      const late = owed.filter((pair) => !isLater(pair));
      owed = [];
      for (const pair of late) void inTurn(() => sendEnd(pair)).catch(() => undefined);
    },
    settled: () => last,
  };
}
