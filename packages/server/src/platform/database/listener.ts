import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseLog, errorMessageOf } from './log.ts';

/** Pause before the next attempt to connect, in ms. */
const RECONNECT_DELAY_MS = 500;
/** Interval of the keep-alive query, in ms. */
const KEEP_ALIVE_INTERVAL_MS = 10_000;
/** Timeout of the answer to a keep-alive query, in ms. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Timeout in ms of a catch-up, which requests wait for. */
const CATCH_UP_TIMEOUT_MS = 1_000;
/** Timeout in ms for the server when a connection is closed; after it the socket is destroyed. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Receives PostgreSQL notifications (`NOTIFY`) of all processes after their commit. */
export interface DatabaseListener {
  /** Calls `handler` with the payload of every notification on a channel. */
  on(channel: string, handler: (payload: string) => void): void;
  /** Calls `handler` when the connection is lost: until the reconnect, notifications are missed. */
  onLost(handler: () => void): void;
  /** Calls `handler` after a reconnect, because notifications may have been missed while the connection was lost. */
  onReconnect(handler: () => void): void;
  /** Whether the connection receives notifications now; a loss is noticed with a delay. */
  isListening(): boolean;
  /**
   * Waits for the notifications of everything that was committed before the call: PostgreSQL delivers them before it
   * answers the next query. False when there is no answer within a second.
   */
  catchUp(): Promise<boolean>;
  /** Connects and starts listening; rejects when the database cannot be reached. */
  start(): Promise<void>;
  /** Stops listening and closes the connection; waits at most one second for the server. */
  stop(): Promise<void>;
}

/** Closes a connection; destroys its socket when the server does not answer. */
async function closeClient(client: pg.Client): Promise<void> {
  const closePromise = client.end().catch(() => undefined);
  await Promise.race([closePromise, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** Opens a connection and makes it `LISTEN` on these channels. */
async function listen(
  url: string,
  log: DatabaseLog,
  channels: ReadonlyMap<string, (payload: string) => void>,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda listener',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  client.on('error', (error) =>
    log.warn({ reason: errorMessageOf(error) }, 'the notification listener failed'),
  );
  client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    return client;
  } catch (error) {
    await closeClient(client);
    throw error;
  }
}

/**
 * Creates a function that sends a query and resolves to whether the server answered; without an answer it destroys the
 * connection. One query runs at a time. Calls during a query share the next one, because the running one may have been
 * sent before the commit that the caller waits for.
 */
function createPing(client: pg.Client): () => Promise<boolean> {
  let runningPing: Promise<boolean> | null = null;
  let nextPing: Promise<boolean> | null = null;
  const checkListener = async () => {
    const hasAnswered = await client.query('SELECT 1').then(
      () => true,
      () => false,
    );
    runningPing = null;
    if (!hasAnswered) client.connection.stream.destroy();
    return hasAnswered;
  };
  const ping = (): Promise<boolean> => {
    if (!runningPing) {
      runningPing = checkListener();
      return runningPing;
    }
    nextPing ??= runningPing.then(() => {
      nextPing = null;
      return ping();
    });
    return nextPing;
  };
  return ping;
}

/** Creates a listener with its own database connection, which is reopened after a failure. */
export function createListener(url: string, log: DatabaseLog): DatabaseListener {
  const channels = new Map<string, (payload: string) => void>();
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const lostHandlers: (() => void)[] = [];
  const reconnectHandlers: (() => void)[] = [];
  const stopController = new AbortController();
  let openConnection: { readonly client: pg.Client; readonly ping: () => Promise<boolean> } | null =
    null;

  const watch = (client: pg.Client) => {
    const ping = createPing(client);
    openConnection = { client, ping };
    const keepAlive = setInterval(ping, KEEP_ALIVE_INTERVAL_MS).unref();
    client.once('end', () => {
      clearInterval(keepAlive);
      openConnection = null;
      for (const handler of lostHandlers) handler();
      void reconnect();
    });
  };
  const connect = async () => {
    const client = await listen(url, log, channels);
    if (stopController.signal.aborted) await closeClient(client);
    else watch(client);
  };
  const reconnect = async () => {
    while (!stopController.signal.aborted) {
      try {
        await connect();
        for (const handler of reconnectHandlers) handler();
        return;
      } catch {
        await delay(RECONNECT_DELAY_MS, undefined, { ref: false });
      }
    }
  };

  return {
    on: (channel, handler) => {
      const allHandlers = [...(handlers.get(channel) ?? []), handler];
      handlers.set(channel, allHandlers);
      channels.set(channel, (payload) => {
        for (const handler of allHandlers) handler(payload);
      });
    },
    onLost: (handler) => lostHandlers.push(handler),
    onReconnect: (handler) => reconnectHandlers.push(handler),
    isListening: () => openConnection !== null,
    catchUp: async () => {
      const connection = openConnection;
      if (!connection) return false;
      const timeout = delay(CATCH_UP_TIMEOUT_MS, false, { ref: false });
      return (await Promise.race([connection.ping(), timeout])) && connection === openConnection;
    },
    start: connect,
    stop: async () => {
      stopController.abort();
      if (openConnection) await closeClient(openConnection.client);
    },
  };
}
