import type { DatabaseLog } from '../../platform/database/log.ts';
import type { Fanout, Note } from '../../ports/fanout.ts';
import type { RedisClient, RedisLink } from './link.ts';
import { readTold, type Told, trackNumbers, writeTold } from './numbers.ts';

/** Notes of a topic that nobody hears: they carry a number and nothing else. */
const NOTHING = '';

/** Looks are called for together, not once for every note that is missing. */
const LOOK_AFTER_MS = 50;

export interface FanoutParts {
  readonly nodeId: string;
  /** Redis counts its databases apart, but not its channels: this one names the database too. */
  readonly channel: string;
  readonly log: DatabaseLog;
}

/** The fan-out, and its part in every new connection of the link. */
export interface RedisFanout {
  readonly fanout: Omit<Fanout, 'ping' | 'close'>;
  prepare(client: RedisClient): Promise<void>;
  up(again: boolean): void;
  /** Nothing is called any more. */
  stop(): void;
}

type Listener = (note: Note, fromNode: string) => void;

/**
 * Fan-out by one channel of Redis, which forgets what nobody hears. Every note is numbered, so that
 * whoever hears the next one knows that some are missing and looks again.
 */
export function redisFanout(parts: FanoutParts, link: () => RedisLink): RedisFanout {
  const { nodeId, channel, log } = parts;
  const topics = new Map<string, Listener[]>();
  const looks: (() => void)[] = [];
  const numbers = trackNumbers();
  let told = 0;
  let looking: NodeJS.Timeout | undefined;

  /** What fails here is a bug of ours; it must not take the connection with it. */
  const safely = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a note between nodes failed');
    }
  };
  const look = () => {
    looking = undefined;
    for (const listener of looks) safely(listener);
  };
  const lookSoon = () => {
    looking ??= setTimeout(look, LOOK_AFTER_MS).unref();
  };
  function publish(topic: string, note: Note): void {
    told += 1;
    const one = { from: nodeId, n: told, topic, note };
    // What is dropped is missing from the numbers.
    safely(() => link().hand((client) => client.publish(channel, writeTold(one))));
  }
  function hear({ from, n, topic, note }: Told): void {
    const order = numbers.hear(from, n);
    if (order === 'late') return;
    if (order === 'jump') lookSoon();
    for (const listener of topics.get(topic) ?? []) safely(() => listener(note, from));
  }
  return {
    fanout: {
      nodeId,
      publish,
      subscribe: (topic, listener) => {
        topics.set(topic, [...(topics.get(topic) ?? []), listener]);
      },
      onReturn: (listener) => looks.push(listener),
      get connected() {
        return link().answers;
      },
    },
    prepare: async (client) => {
      await client.subscribe(channel, (text) => readOthers(text, nodeId, hear));
    },
    up: (again) => {
      numbers.forget();
      if (!again) return;
      // Others see by its number what they were not told meanwhile.
      publish(NOTHING, {});
      lookSoon();
    },
    stop: () => clearTimeout(looking),
  };
}

function readOthers(text: string, nodeId: string, hear: (told: Told) => void): void {
  if (text.startsWith(nodeId)) return;
  const told = readTold(text);
  if (told) hear(told);
}
