import {
  type DiscordSandboxIdentity,
  deriveSnowflake,
  discordApiBasePath,
  discordAuthorizePath,
  mountDiscordSandbox,
} from '@guilda/sandboxes/discord';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createDiscordAccounts,
  createDiscordRooms,
  diagnoseDiscord,
} from '../../src/adapters/discord/index.ts';
import { createDatabase, type Database } from '../../src/platform/database/pool.ts';
import { handleThrown } from '../../src/platform/http/refusal.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { type FakeClock, fakeClock } from '../fixtures/fakes/fake-clock.ts';
import { quietLog } from '../fixtures/server/quiet-log.ts';
import { createTestDatabase } from '../fixtures/server/test-database.ts';

export const sandboxIdentity: DiscordSandboxIdentity = {
  clientId: deriveSnowflake('application of the tests'),
  clientSecret: 'client-secret-of-the-tests',
  botToken: 'bot-token-of-the-tests',
  guildId: deriveSnowflake('server of the tests'),
};

/** Accounts that the sandbox's page of consent offers in tests. */
export const offeredTestAccounts = [
  { discordId: '200000000000000001', username: 'ana_teste', description: 'Conta de Ana' },
];

/** One answer of the sandbox. */
interface SandboxAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Fields of the JSON answer; empty when the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A sandbox with its own port, as one of several nodes on the same database. */
async function startNode(database: Database, clock: FakeClock) {
  let address = '';
  const app: FastifyInstance = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(handleThrown);
  await mountDiscordSandbox(app, {
    identity: sandboxIdentity,
    pool: database.pool,
    clock,
    ids: systemIds,
    publicUrl: () => 'http://guilda.example',
    assetsPath: '/assets',
    offeredAccounts: offeredTestAccounts,
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address };
}

async function parseAnswer(response: Response): Promise<SandboxAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const { status, headers } = response;
  return { status, headers, text, body: isJson ? JSON.parse(text) : {} };
}

/** Functions for requests to a sandbox at a URL. */
function callsTo(address: string) {
  const send = async (path: string, init: RequestInit) =>
    parseAnswer(await fetch(address + path, { redirect: 'manual', ...init }));
  const initOf = (method: string, body: unknown, headers: Record<string, string>): RequestInit => ({
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const asBot = { authorization: `Bot ${sandboxIdentity.botToken}` };
  return {
    send,
    /** Sends a request to the REST API as the bot, or with other headers. */
    api: (method: string, path: string, body?: unknown, headers: Record<string, string> = asBot) =>
      send(`${discordApiBasePath}/v10${path}`, initOf(method, body, headers)),
    /** Sends a request to an endpoint for scripts. */
    dev: (name: string, body: unknown) => send(`/dev/discord-${name}`, initOf('POST', body, {})),
    /** Sends a form to an OAuth2 endpoint or a page. */
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  };
}

/** Two nodes with the Discord sandbox on one database, and Guilda's adapters that use it. */
export type DiscordSandboxFixture = Awaited<ReturnType<typeof startDiscordSandboxFixture>>;

export async function startDiscordSandboxFixture() {
  const clock = fakeClock();
  const cloned = await createTestDatabase();
  const database = createDatabase(cloned.pooledUrl, { log: quietLog });
  const nodes = [await startNode(database, clock), await startNode(database, clock)] as const;
  const [{ address }, { address: secondAddress }] = nodes;
  const options = (baseAddress: string) => ({
    config: { ...sandboxIdentity, categoryId: null },
    apiBase: baseAddress + discordApiBasePath,
    authorizeBase: address + discordAuthorizePath,
    log: quietLog,
    clock,
    // The sandbox always answers, but a bot may have to wait for its rate limit.
    deadlineMs: 30_000,
    cleanupMs: 30_000,
  });
  return {
    ...callsTo(address),
    second: callsTo(secondAddress),
    address,
    clock,
    pool: database.pool,
    redirectUri: 'http://guilda.example/discord/callback',
    rooms: (installation = 'a1b2', baseAddress = address) =>
      createDiscordRooms({ ...options(baseAddress), installation }),
    /** Problems that the check of a Discord setup finds in the sandbox. */
    async findProblems(categoryId: string | null) {
      const { config, apiBase } = options(address);
      const redirectUri = 'http://guilda.example/discord/callback';
      const setup = { config: { ...config, categoryId }, apiBase, redirectUri };
      return (await diagnoseDiscord(setup)).filter(({ ok }) => !ok);
    },
    accounts: (baseAddress = address) => createDiscordAccounts(options(baseAddress)),
    async close() {
      for (const { app } of nodes) await app.close();
      await database.close();
      await cloned.drop();
    },
  };
}
