import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../packages/server/src/platform/network/free-port.ts';
import {
  type RedisServer,
  startRedis,
} from '../../packages/server/test/fixtures/server/redis-server.ts';
import {
  type MixedLoadGenerator,
  startMixedLoadGenerator,
} from '../mixed/load-generator-client.ts';
import { findDatabaseProcess } from '../mixed/usage.ts';
import { packSettings } from '../packs.ts';
import {
  hasPrintedUrl,
  quietEnv,
  type RunningProcess,
  START_SCRIPT,
  startScript,
} from '../processes.ts';
import { createObserverRole } from './observer-role.ts';
import { prepareLoadData } from './prepare.ts';

/** The servers that run during the measurement. */
export interface Servers {
  readonly databaseUrl: string;
  readonly client: pg.Client;
  readonly databaseProcessId: number;
  /** The process that everybody uses. */
  readonly program: RunningProcess;
  /** A second process of the same product, which nobody uses: what it does is done because of hints. */
  readonly observer: RunningProcess;
  readonly redis: RedisServer;
  /** Folder of uploaded files. */
  readonly filesFolder: string;
}

/** The servers with people who act on them. */
export interface Stage extends Servers {
  readonly generator: MixedLoadGenerator;
}

/** Settings that both processes share. */
const sharedEnv = {
  ...quietEnv,
  ...packSettings,
  TOKEN_SECRET: 'a secret of the crowd that is long enough',
  SOCKETS_PER_ADDRESS: '100000',
  SOCKETS_PER_ACCOUNT: '1000',
};

/** Starts Redis and two processes of the program, runs `work`, and stops all of them. */
export async function withServers<T>(
  databaseUrl: string,
  homeFolder: string,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const redis = await startRedis();
  const filesFolder = join(homeFolder, 'files');
  const stops: (() => Promise<unknown>)[] = [() => redis.stop(), () => client.end()];
  const startNode = async (name: string, url: string) => {
    const node = await startScript(START_SCRIPT, await findFreePort(), hasPrintedUrl, {
      ...sharedEnv,
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      FILES_DIR: filesFolder,
      DATA_DIR: join(homeFolder, name),
    });
    stops.unshift(() => node.stop());
    return node;
  };
  try {
    const databaseProcessId = await findDatabaseProcess(client);
    // The first one creates the tables of the job queue.
    const program = await startNode('program', databaseUrl);
    const observer = await startNode('observer', await createObserverRole(client, databaseUrl));
    const servers = { databaseUrl, client, databaseProcessId, program, observer, redis };
    return await work({ ...servers, filesFolder });
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Starts a load generator whose people have just signed in, since an access token lasts 15 minutes. */
export async function withPeople<T>(
  servers: Servers,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const generator = startMixedLoadGenerator();
  try {
    await generator.open(await prepareLoadData(servers));
    return await work({ ...servers, generator });
  } finally {
    generator.end();
  }
}
