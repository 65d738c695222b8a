import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, ApiError, createClient } from '@guilda/contract/client';
import type pg from 'pg';
import { compose, type Program } from '../src/compose.ts';
import type { Discord } from '../src/compose-discord.ts';
import type { Outside } from '../src/compose-outside.ts';
import { readConfig } from '../src/config/index.ts';
import { freePort } from '../src/platform/free-port.ts';
import { createLogger, type Logger } from '../src/platform/logging.ts';
import type { MountPages } from '../src/platform/pages/pages.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Fanout } from '../src/ports/fanout.ts';
import type { Timers } from '../src/ports/timers.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TESTS_OVERLOAD_MS } from './overload.ts';
import { httpTransport, signInAs, type TestPerson } from './people.ts';

export { httpTransport, type TestPerson } from './people.ts';

/** The whole program on a free port with a database and a data directory of its own. */
export interface TestApp {
  readonly url: string;
  readonly program: Program;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** The API as a visitor calls it. */
  readonly visitor: ApiClient;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Signs in whoever has this name; the same name is the same account. */
  person(name: string): Promise<TestPerson>;
  /** Signs in an administrator. */
  admin(): Promise<TestPerson>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** The way to other programs of the same test. */
  readonly fanout?: Fanout;
  /** The database of several programs of the same test, which drops it; one of its own otherwise. */
  readonly database?: TestDatabase;
  /** Parts of the way to Discord that the test plays itself. */
  readonly discord?: Partial<Discord>;
  /** Services of others that the test plays itself. */
  readonly outside?: Partial<Outside>;
  /** Pages, which it has none of otherwise. */
  readonly mountPages?: MountPages;
  /** Environment variables over the harness's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where lines of the log go; by itself it says nothing. */
  readonly log?: Logger;
  /** How long the end waits for requests in flight, in ms. */
  readonly graceMs?: number;
}

const ADMIN_EMAIL = 'administra@guilda.example';

/** The refusal a call ends with; fails when the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error ?? new Error('expected a refusal, but the call succeeded');
}

/** Starts the program for one test file; close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-test-'));
  const port = await freePort();
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_EMAILS: ADMIN_EMAIL,
    RATE_LIMIT_FACTOR: '10000',
    UPLOADS_PER_PERSON: '100',
    LOG_LEVEL: 'silent',
    SEED_DEMO: '0',
    ...options.env,
  });
  const program = await compose({
    config,
    databaseUrl: database.url,
    port,
    log: options.log ?? createLogger(config.logLevel),
    overloadMs: TESTS_OVERLOAD_MS,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.timers ? { timers: options.timers } : {}),
    ...(options.fanout ? { fanout: options.fanout } : {}),
    ...(options.discord ? { discord: options.discord } : {}),
    ...(options.outside ? { outside: options.outside } : {}),
    ...(options.mountPages ? { mountPages: options.mountPages } : {}),
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
  });
  await program.listen();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    program,
    pool: program.database.pool,
    dataDir,
    visitor: createClient(httpTransport(url, () => undefined)),
    fetch: (path, init) => fetch(url + path, init),
    person: (name) =>
      signInAs(url, `${encodeURIComponent(name.toLowerCase())}@pessoas.example`, name),
    admin: () => signInAs(url, ADMIN_EMAIL, 'Administra'),
    close: async () => {
      await program.close();
      if (!options.database) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
