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
export const offeredToTests = [
  { discordId: '200000000000000001', username: 'ana_teste', about: 'Conta de Ana' },
];

/** One answer of the sandbox. */
interface SandboxAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Members of its JSON; none where it is something else. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A sandbox on a port of its own, as one of the nodes that share its database. */
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
    assets: '/assets',
    offered: offeredToTests,
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

/** How tests speak with a sandbox at an address. */
function callsTo(address: string) {
  const send = async (path: string, init: RequestInit) =>
    parseAnswer(await fetch(address + path, { redirect: 'manual', ...init }));
  const json = (method: string, body: unknown, headers: Record<string, string>): RequestInit => ({
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bot = { authorization: `Bot ${sandboxIdentity.botToken}` };
  return {
    send,
    /** A call of the REST API by the bot, or by whoever the headers say. */
    api: (method: string, path: string, body?: unknown, headers: Record<string, string> = bot) =>
      send(`${discordApiBasePath}/v10${path}`, json(method, body, headers)),
    /** One of the addresses for scripts. */
    dev: (name: string, body: unknown) => send(`/dev/discord-${name}`, json('POST', body, {})),
    /** A form, of OAuth2 or of a page. */
    form: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  };
}

/** Two nodes with the sandbox of Discord on one database, and the product's adapters in front. */
export type DiscordSandboxFixture = Awaited<ReturnType<typeof startDiscordSandboxFixture>>;

export async function startDiscordSandboxFixture() {
  const clock = fakeClock();
  const cloned = await createTestDatabase();
  const database = createDatabase(cloned.url, { log: quietLog });
  const nodes = [await startNode(database, clock), await startNode(database, clock)] as const;
  const [{ address }, { address: secondAddress }] = nodes;
  const options = (at: string) => ({
    config: { ...sandboxIdentity, categoryId: null },
    apiBase: at + discordApiBasePath,
    authorizeBase: address + discordAuthorizePath,
    log: quietLog,
    clock,
    // The sandbox always answers, but it makes a bot wait for its rate limit.
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
    rooms: (installation = 'a1b2', at = address) =>
      createDiscordRooms({ ...options(at), installation }),
    /** Problems of the sandbox's setup. */
    async wrong(categoryId: string | null) {
      const { config, apiBase } = options(address);
      const redirectUri = 'http://guilda.example/discord/callback';
      const asked = { config: { ...config, categoryId }, apiBase, redirectUri };
      return (await diagnoseDiscord(asked)).filter(({ ok }) => !ok);
    },
    accounts: (at = address) => createDiscordAccounts(options(at)),
    async close() {
      for (const { app } of nodes) await app.close();
      await database.close();
      await cloned.drop();
    },
  };
}
