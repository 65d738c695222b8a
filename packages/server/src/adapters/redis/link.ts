import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { type DatabaseLog, errorMessageOf } from '../../platform/database/log.ts';
import { RedisTimeoutError, withRedisTimeout } from './with-timeout.ts';

export type RedisClient = ReturnType<typeof createClient>;

/** Timeout for connecting to Redis, in ms. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Pause before the next attempt to connect, in ms. */
const RECONNECT_DELAY_MS = 500;
/** Interval of the probes that show whether Redis answers, in ms. */
const PROBE_INTERVAL_MS = 1_000;
/** Timeout of the answer to a probe, in ms. */
const PROBE_TIMEOUT_MS = 1_000;
/** Timeout of commands that a request waits for, in ms. */
const COMMAND_TIMEOUT_MS = 300;
/** Maximum number of pending commands; further ones are rejected, so that a slow Redis does not use up memory. */
const MAX_PENDING_COMMANDS = 10_000;

export interface RedisLinkOptions {
  readonly url: string;
  readonly log: DatabaseLog;
  /** Prepares a new connection, which is used once this promise resolves. */
  prepare(client: RedisClient): Promise<void>;
  /** Called when Redis becomes available; `afterOutage` is false for the first connection. */
  onAvailable(afterOutage: boolean): void;
}

/**
 * A connection to Redis that is replaced whenever it fails or does not answer. Requests do not wait for an unreachable
 * Redis: commands are rejected or dropped at once.
 */
export interface RedisLink {
  /** Whether Redis is connected and the last command or probe did not time out. */
  readonly isAnswering: boolean;
  /** Resolves once connected; retries for `forMs` milliseconds, then rejects with the last error. */
  start(forMs: number): Promise<void>;
  /** Runs a command that a request waits for; rejects when Redis is unreachable, fails or times out. */
  run<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Sends a command without waiting for its answer; the command is dropped while Redis does not answer. */
  send(command: (client: RedisClient) => Promise<unknown>): void;
  /** Resolves when Redis answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const unreachableError = () => new Error('Redis is out of reach');

/** Creates a client that is not connected yet and does not reconnect. */
export function createRedisClient(url: string): RedisClient {
  return createClient({
    url,
    // No reconnection by the client, because the link replaces failed connections itself.
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_PENDING_COMMANDS,
    maintNotifications: 'disabled',
    name: 'guilda',
  });
}

/** Destroys a client at once. */
export function destroyClient(client: RedisClient): void {
  client.removeAllListeners();
  client.on('error', () => undefined);
  client.destroy();
}

/** Creates the link, which connects when `start` is called. */
export function createRedisLink({ url, log, prepare, onAvailable }: RedisLinkOptions): RedisLink {
  let currentClient: RedisClient | null = null;
  let isSuspect = false;
  let hasStarted = false;
  let isClosed = false;
  let probeTimer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = createRedisClient(url);
    client.on('error', (error) => handleLostClient(client, error));
    try {
      await withRedisTimeout(CONNECT_TIMEOUT_MS, client.connect());
      await withRedisTimeout(CONNECT_TIMEOUT_MS, prepare(client));
      if (isClosed || !client.isReady) throw unreachableError();
    } catch (error) {
      destroyClient(client);
      throw error;
    }
    currentClient = client;
    isSuspect = false;
    probeTimer = setInterval(() => void probe(client), PROBE_INTERVAL_MS);
    const afterOutage = hasStarted;
    hasStarted = true;
    onAvailable(afterOutage);
  }

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await delay(RECONNECT_DELAY_MS, undefined, { ref: false });
      if (isClosed) return;
      try {
        await connect();
        log.info({}, 'Redis is back');
        return;
      } catch (error) {
        log.debug({ reason: errorMessageOf(error) }, 'Redis is still out of reach');
      }
    }
  }

  function handleLostClient(client: RedisClient, error: unknown): void {
    if (client !== currentClient) return;
    currentClient = null;
    clearInterval(probeTimer);
    destroyClient(client);
    log.warn({ reason: errorMessageOf(error) }, 'Redis is out of reach; nodes work independently');
    void reconnect();
  }

  async function probe(client: RedisClient): Promise<void> {
    try {
      await withRedisTimeout(PROBE_TIMEOUT_MS, client.ping());
      if (client !== currentClient || !isSuspect) return;
      isSuspect = false;
      onAvailable(true);
    } catch (error) {
      handleLostClient(client, error);
    }
  }

  return {
    get isAnswering() {
      return currentClient !== null && !isSuspect;
    },
    start: async (forMs) => {
      const deadline = performance.now() + forMs;
      for (;;) {
        try {
          return await connect();
        } catch (error) {
          if (performance.now() + RECONNECT_DELAY_MS > deadline) throw error;
          await delay(RECONNECT_DELAY_MS);
        }
      }
    },
    run: async (command) => {
      const client = currentClient;
      if (client === null || isSuspect) throw unreachableError();
      try {
        return await withRedisTimeout(COMMAND_TIMEOUT_MS, command(client));
      } catch (error) {
        // After a timeout the connection is suspect: commands are rejected at once until a probe has succeeded.
        if (error instanceof RedisTimeoutError && client === currentClient && !isSuspect) {
          isSuspect = true;
          void probe(client);
        }
        throw error;
      }
    },
    send: (command) => {
      if (currentClient !== null && !isSuspect) command(currentClient).catch(() => undefined);
    },
    ping: async () => {
      if (currentClient === null) throw unreachableError();
      await withRedisTimeout(PROBE_TIMEOUT_MS, currentClient.ping());
    },
    close: async () => {
      isClosed = true;
      clearInterval(probeTimer);
      const client = currentClient;
      currentClient = null;
      if (client === null) return;
      // Commands already sent are flushed, but the wait for a hanging Redis ends after the timeout.
      await withRedisTimeout(COMMAND_TIMEOUT_MS, client.close()).catch(() => undefined);
      destroyClient(client);
    },
  };
}
