import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseLog, reasonOf } from './log.ts';

const RETRY_MS = 500;

/** Hears what the database tells of (`NOTIFY`) once it is committed, by whomever. */
export interface Listener {
  /** Calls `hear` with the payload of everything told on a channel. */
  on(channel: string, hear: (payload: string) => void): void;
  /** Calls `look` after a time in which nothing was heard: look again at everything. */
  onReturn(look: () => void): void;
  /** Begins to listen; resolves once it does. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One connection of its own that comes back by itself. */
export function createListener(url: string, log: DatabaseLog): Listener {
  const channels = new Map<string, (payload: string) => void>();
  const looks: (() => void)[] = [];
  let client: pg.Client | null = null;
  let stopped = false;

  async function connect(): Promise<void> {
    const opening = new pg.Client({
      connectionString: url,
      application_name: 'guilda listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    opening.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'the listener failed'));
    opening.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''));
    await opening.connect();
    opening.on('end', () => void comeBack());
    for (const channel of channels.keys()) await opening.query(`LISTEN ${channel}`);
    client = opening;
  }

  async function comeBack(): Promise<void> {
    while (!stopped) {
      try {
        await connect();
        for (const look of looks) look();
        return;
      } catch {
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  return {
    on: (channel, hear) => channels.set(channel, hear),
    onReturn: (look) => looks.push(look),
    start: connect,
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}
