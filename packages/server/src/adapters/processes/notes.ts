import type { DatabaseLog } from '../../platform/database/log.ts';
import type { Fanout, FanoutMessage } from '../../ports/fanout.ts';

type NoteListener = (message: FanoutMessage, fromNode: string) => void;

/** The fan-out of a process, with the functions that its channel to the primary process calls. */
export interface ProcessFanout {
  readonly fanout: Fanout;
  /** Handles a message (note) that another process published. */
  receive(text: string): void;
  /** Calls the reconnect listeners, because messages of other processes were lost. */
  handleLoss(): void;
}

export interface ProcessFanoutOptions {
  readonly nodeId: string;
  readonly log: DatabaseLog;
  /** Sends a message to the primary process, which passes it on to all other processes in order. */
  send(text: string): void;
}

/** Creates the fan-out between the processes of one node; messages arrive in the order in which they were sent. */
export function createProcessFanout({ nodeId, log, send }: ProcessFanoutOptions): ProcessFanout {
  const topics = new Map<string, NoteListener[]>();
  const reconnectListeners: (() => void)[] = [];
  const runAndLogError = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a message between processes could not be handled');
    }
  };
  return {
    receive: (text) =>
      runAndLogError(() => {
        const [from, topic, message] = JSON.parse(text) as [string, string, FanoutMessage];
        for (const listener of topics.get(topic) ?? [])
          runAndLogError(() => listener(message, from));
      }),
    handleLoss: () => {
      for (const listener of reconnectListeners) runAndLogError(listener);
    },
    fanout: {
      nodeId,
      publish: (topic, message) => send(JSON.stringify([nodeId, topic, message])),
      subscribe: (topic, listener) => {
        topics.set(topic, [...(topics.get(topic) ?? []), listener]);
      },
      onReconnect: (listener) => reconnectListeners.push(listener),
      connected: true,
      ping: async () => undefined,
      close: async () => undefined,
    },
  };
}
