import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { type DatabaseLog, reasonOf } from '../../platform/database/log.ts';
import { LateError, within } from './late.ts';

export type RedisClient = ReturnType<typeof createClient>;

/** All in milliseconds. */
const CONNECT_MS = 2_000;
const RETRY_MS = 500;
const PROBE_EVERY_MS = 1_000;
const PROBE_MS = 1_000;
/** What asks Redis on the way of a request waits no longer. */
const COMMAND_MS = 300;
/** Commands under way; what comes on top is refused, so that a slow Redis costs no memory. */
const MAX_PENDING = 10_000;

export interface LinkOptions {
  readonly url: string;
  readonly log: DatabaseLog;
  /** Readies each new connection; it is used once this resolves. */
  prepare(client: RedisClient): Promise<void>;
  /** Redis answers, not for the first time when `again`. */
  up(again: boolean): void;
}

/**
 * A connection to Redis that is made anew whenever it fails or does not answer. Nothing waits for
 * Redis: while it is out of reach every command is refused at once.
 */
export interface RedisLink {
  /** Whether Redis answers, as far as is known. */
  readonly answers: boolean;
  /** Resolves once connected; goes on trying for `forMs`, then rejects with the last reason. */
  start(forMs: number): Promise<void>;
  /** Runs a command on the way of a request; rejects when Redis is away, fails or is late. */
  run<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Hands a command over without waiting for it; while Redis does not answer it is dropped. */
  hand(command: (client: RedisClient) => Promise<unknown>): void;
  /** Resolves when Redis answers now. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const away = () => new Error('Redis is out of reach');

/** A client that is not connected yet and tries once. */
export function newClient(url: string): RedisClient {
  return createClient({
    url,
    // A connection that fails is replaced as a whole, by us.
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_PENDING,
    maintNotifications: 'disabled',
    name: 'guilda',
  });
}

/** Lets go of a client at once. */
export function drop(client: RedisClient): void {
  client.removeAllListeners();
  client.on('error', () => undefined);
  client.destroy();
}

/** Makes the link; nothing is connected before `start`. */
export function createLink({ url, log, prepare, up }: LinkOptions): RedisLink {
  let current: RedisClient | null = null;
  let suspect = false;
  let started = false;
  let closed = false;
  let watch: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = newClient(url);
    client.on('error', (error) => lose(client, error));
    try {
      await within(CONNECT_MS, client.connect());
      await within(CONNECT_MS, prepare(client));
      if (closed || !client.isReady) throw away();
    } catch (error) {
      drop(client);
      throw error;
    }
    current = client;
    suspect = false;
    watch = setInterval(() => void probe(client), PROBE_EVERY_MS);
    const again = started;
    started = true;
    up(again);
  }

  async function comeBack(): Promise<void> {
    while (!closed) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (closed) return;
      try {
        await connect();
        log.info({}, 'Redis is back');
        return;
      } catch (error) {
        log.debug({ reason: reasonOf(error) }, 'Redis is still out of reach');
      }
    }
  }

  function lose(client: RedisClient, error: unknown): void {
    if (client !== current) return;
    current = null;
    clearInterval(watch);
    drop(client);
    log.warn({ reason: reasonOf(error) }, 'Redis is out of reach; nodes work each for itself');
    void comeBack();
  }

  async function probe(client: RedisClient): Promise<void> {
    try {
      await within(PROBE_MS, client.ping());
      if (client !== current || !suspect) return;
      suspect = false;
      up(true);
    } catch (error) {
      lose(client, error);
    }
  }

  return {
    get answers() {
      return current !== null && !suspect;
    },
    start: async (forMs) => {
      const until = performance.now() + forMs;
      for (;;) {
        try {
          return await connect();
        } catch (error) {
          if (performance.now() + RETRY_MS > until) throw error;
          await delay(RETRY_MS);
        }
      }
    },
    run: async (command) => {
      const client = current;
      if (client === null || suspect) throw away();
      try {
        return await within(COMMAND_MS, command(client));
      } catch (error) {
        // Whoever comes next does not wait as well, until it has answered again.
        if (error instanceof LateError && client === current && !suspect) {
          suspect = true;
          void probe(client);
        }
        throw error;
      }
    },
    hand: (command) => {
      if (current !== null && !suspect) command(current).catch(() => undefined);
    },
    ping: async () => {
      if (current === null) throw away();
      await within(PROBE_MS, current.ping());
    },
    close: async () => {
      closed = true;
      clearInterval(watch);
      const client = current;
      current = null;
      if (client === null) return;
      // What was handed over is on its way; a Redis that stands still is not waited for.
      await within(COMMAND_MS, client.close()).catch(() => undefined);
      drop(client);
    },
  };
}
