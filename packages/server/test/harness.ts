import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, ApiError, createClient, type Transport } from '@guilda/contract/client';
import type { OwnUser } from '@guilda/contract/users';
import type pg from 'pg';
import { compose, type Program } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/platform/logging.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Fanout } from '../src/ports/fanout.ts';
import type { Timers } from '../src/ports/timers.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** A person who signed in through the demo identity provider, with a client of their own. */
export interface TestPerson {
  readonly uid: string;
  readonly user: OwnUser;
  readonly email: string;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  readonly api: ApiClient;
  /** A bare request with this person's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

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
  /** Environment variables over the harness's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long the end waits for requests in flight, in ms. */
  readonly graceMs?: number;
}

const ADMIN_EMAIL = 'administra@guilda.example';

/** Requests over real HTTP; `token` is asked for at each call. */
export function httpTransport(url: string, token: () => string | undefined): Transport {
  return async ({ method, url: path, body, headers }) => {
    const bearer = token();
    const form = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : (JSON.parse(text) as unknown);
    if (!response.ok) throw new ApiError(response.status, answer as Record<string, unknown>);
    return answer;
  };
}

/** The refusal a call ends with; fails when the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error ?? new Error('expected a refusal, but the call succeeded');
}

/** Signs in through the demo identity provider of the program at `url`; the same e-mail is the same account. */
export async function signInAs(url: string, email: string, name: string): Promise<TestPerson> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new ApiError(response.status, (await response.json()) as never);
    return response.json();
  };
  const { idToken } = (await post('/dev/id-token', { email, name })) as { idToken: string };
  const { user, tokens } = (await post('/api/auth/google', { idToken })) as {
    user: OwnUser;
    tokens: TestPerson['tokens'];
  };
  return {
    uid: user.uid,
    user,
    email,
    tokens,
    api: createClient(httpTransport(url, () => tokens.accessToken)),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${tokens.accessToken}`);
      return fetch(url + path, { ...init, headers });
    },
  };
}

/** Starts the program for one test file; close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-test-'));
  const port = await freePort();
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_EMAILS: ADMIN_EMAIL,
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'silent',
    SEED_DEMO: '0',
    ...options.env,
  });
  const program = await compose({
    config,
    databaseUrl: database.url,
    port,
    log: createLogger(config.logLevel),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.timers ? { timers: options.timers } : {}),
    ...(options.fanout ? { fanout: options.fanout } : {}),
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
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
