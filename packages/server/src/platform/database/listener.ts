import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseLog, reasonOf } from './log.ts';

const RETRY_MS = 500;
/** How often a connection that says nothing is asked whether it still stands, and for how long. */
const ASK_EVERY_MS = 10_000;
const ANSWER_MS = 5_000;
/** How long the server may take to say goodbye. */
const GOODBYE_MS = 1_000;

/** Hears what the database tells of (`NOTIFY`) once it is committed, by whomever. */
export interface Listener {
  /** Calls `hear` with the payload of everything told on a channel. */
  on(channel: string, hear: (payload: string) => void): void;
  /** Calls `look` after a time in which nothing was heard: look again at everything. */
  onReturn(look: () => void): void;
  /** Begins to listen; resolves once it does, rejects when the database cannot be had. */
  start(): Promise<void>;
  /** Ends; never waits longer than a moment. */
  stop(): Promise<void>;
}

/** Ends a connection, by force where the server does not answer. */
async function letGo(client: pg.Client): Promise<void> {
  const goodbye = client.end().catch(() => undefined);
  await Promise.race([goodbye, delay(GOODBYE_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** A connection that listens to these channels. */
async function listen(
  url: string,
  log: DatabaseLog,
  channels: ReadonlyMap<string, (payload: string) => void>,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda listener',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'the listener failed'));
  client.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
  try {
    await client.connect();
    for (const channel of channels.keys()) await client.query(`LISTEN ${channel}`);
    return client;
  } catch (error) {
    await letGo(client);
    throw error;
  }
}

/** One connection of its own that comes back by itself. */
export function createListener(url: string, log: DatabaseLog): Listener {
  const channels = new Map<string, (payload: string) => void>();
  const looks: (() => void)[] = [];
  const ending = new AbortController();
  let current: pg.Client | null = null;

  const follow = (client: pg.Client) => {
    current = client;
    const asking = setInterval(() => {
      client.query('SELECT 1').catch(() => client.connection.stream.destroy());
    }, ASK_EVERY_MS).unref();
    client.once('end', () => {
      clearInterval(asking);
      void comeBack();
    });
  };
  const begin = async () => {
    const client = await listen(url, log, channels);
    if (ending.signal.aborted) await letGo(client);
    else follow(client);
  };
  const comeBack = async () => {
    while (!ending.signal.aborted) {
      try {
        await begin();
        for (const look of looks) look();
        return;
      } catch {
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  };

  return {
    on: (channel, hear) => channels.set(channel, hear),
    onReturn: (look) => looks.push(look),
    start: begin,
    stop: async () => {
      ending.abort();
      if (current) await letGo(current);
    },
  };
}
