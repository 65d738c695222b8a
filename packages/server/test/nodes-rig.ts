import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './database.ts';
import { createNode, type NodeProcess } from './node-process.ts';
import { signInAs, type TestPerson } from './people.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** Two servers, each a process, on one database and one Redis. */
export interface Nodes {
  readonly first: NodeProcess;
  readonly second: NodeProcess;
  readonly redis: RedisServer;
  readonly databaseUrl: string;
  /** Signs in whoever has this name; the same name is the same account. */
  person(name: string): Promise<TestPerson>;
  close(): Promise<void>;
}

/** What several processes of one product have in common, and quiet ones of a test. */
export function nodeSettings(home: string, databaseUrl: string, redisUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: join(home, 'data'),
    TOKEN_SECRET: 'a secret that the nodes of a test share',
    RATE_LIMIT_FACTOR: '10000',
    SEED_DEMO: '0',
    LOG_LEVEL: 'silent',
  };
}

/** Starts both; close them in `afterAll`. */
export async function startNodes(env: Readonly<Record<string, string>> = {}): Promise<Nodes> {
  const redis = await startRedis();
  const database = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'guilda-nodes-'));
  const settings = { ...nodeSettings(home, database.url, redis.url), ...env };
  const [first, second] = [await createNode(settings), await createNode(settings)];
  await first.start();
  await second.start();
  return {
    first,
    second,
    redis,
    databaseUrl: database.url,
    person: (name) => signInAs(first.url, `${name.toLowerCase()}@pessoas.example`, name),
    close: async () => {
      await Promise.all([first.kill(), second.kill()]);
      await redis.stop();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
