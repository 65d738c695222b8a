import type { Ack } from '@guilda/contract/socket';
import type { CallPorts } from './call-ports.ts';
import { type CallPair, type Line, samePair } from './call-state.ts';

/** What goes to the server about calls, one after the other: no ending gets there before its beginning. */
export interface CallSending {
  /** Resolves to the acknowledgement; to null when none came. */
  call(calleeId: string): Promise<Ack<'call'> | null>;
  /** Said once more when the line is back; by then the server's ring may have ended it as well. */
  end(pair: CallPair): void;
  /** Says what could not be said while there was no line; nothing of the call there is now. */
  resume(current: Line): void;
  /** Resolves once nothing is under way. */
  settled(): Promise<unknown>;
}

export function createSending({ line, self }: Pick<CallPorts, 'line' | 'self'>): CallSending {
  let last: Promise<unknown> = Promise.resolve();
  let owed: readonly CallPair[] = [];
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const sendEnd = ({ callerId, calleeId }: CallPair) =>
    line.send('callEnd', { callerId, calleeId });
  return {
    call: (calleeId) =>
      inTurn(() => {
        // The server knows both better, and goes by what it knows.
        const { username: callerName, discordId } = self();
        return line.send('call', { calleeId, callerName, callerDiscordId: discordId ?? '' });
      }).catch(() => null),
    end: (pair) =>
      void inTurn(() =>
        sendEnd(pair).catch(() => {
          owed = [...owed, pair];
        }),
      ),
    resume: (current) => {
      // The server knows of one call of two people: a later one has put an end to what was owed.
      const isLater = (pair: CallPair) => current.status !== 'free' && samePair(current.pair, pair);
      const late = owed.filter((pair) => !isLater(pair));
      owed = [];
      for (const pair of late) void inTurn(() => sendEnd(pair)).catch(() => undefined);
    },
    settled: () => last,
  };
}
