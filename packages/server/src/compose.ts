import { join } from 'node:path';
import { endpoints } from '@guilda/contract';
import type { FastifyInstance } from 'fastify';
import { openDiskFileStore } from './adapters/disk/index.ts';
import { composeDemo } from './compose-demo.ts';
import type { Config } from './config.ts';
import { accessTokens, authenticate, identityHandlers } from './modules/identity/index.ts';
import { userHandlers } from './modules/users/index.ts';
import { createDatabase, type Database } from './platform/database/pool.ts';
import { createHttpApp } from './platform/http/app.ts';
import { type EndpointDeps, registerEndpoints } from './platform/http/endpoints.ts';
import { mountHealth } from './platform/http/health.ts';
import { mountApiDocs, openApiDocument } from './platform/http/openapi.ts';
import { memoryRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging.ts';
import { err } from './platform/result.ts';
import { deriveSecrets, secretOfDataDir } from './platform/secrets.ts';
import { formReader, useMultipart } from './platform/uploads/multipart.ts';
import { openTempDir } from './platform/uploads/temp-dir.ts';
import { type Clock, systemClock } from './ports/clock.ts';
import { type Ids, systemIds } from './ports/ids.ts';

export interface ProgramOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The port the program will listen on; known beforehand, because addresses are made from it. */
  readonly port: number;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Hangs the web app's pages behind the rest; none in tests of the API alone. */
  readonly mountPages?: (app: FastifyInstance) => Promise<void>;
}

/** The whole program, wired but not yet listening. */
export interface Program {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: string;
  /** Opens the port and starts the work that runs beside requests. */
  listen(): Promise<void>;
  /** Stops accepting, finishes what is in flight, lets go of everything (`product §1`). */
  close(): Promise<void>;
}

/** The one place that chooses adapters and wires modules. */
export async function compose(options: ProgramOptions): Promise<Program> {
  const { config, log, port, clock = systemClock, ids = systemIds } = options;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const loopbackUrl = `http://127.0.0.1:${port}`;
  const secrets = deriveSecrets(config.tokenSecret ?? secretOfDataDir(config.dataDir));
  const database = createDatabase(options.databaseUrl, { max: config.databasePoolMax, log });
  const files = await openDiskFileStore({ directory: config.filesDir, clock });
  const temp = await openTempDir(join(config.dataDir, 'tmp'), { clock });
  const limiter = memoryRateLimiter(config.rateLimitFactor);
  const app = await createHttpApp({
    log,
    https: publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
  });
  await useMultipart(app);
  const base = { database, clock, ids, log, publicUrl };
  const demo = await composeDemo({ ...base, config, secrets, loopbackUrl });
  const identity = {
    ...base,
    identityProvider: demo.identityProvider,
    tokens: accessTokens(secrets.of('access tokens'), clock),
    adminEmails: [...config.adminEmails, ...demo.adminEmails],
    isShowablePicture: (url: string) => url.startsWith(`${publicUrl}/`),
  };
  const door: EndpointDeps = {
    authenticate: authenticate(identity),
    limiter,
    readForm: formReader({ temp }),
  };
  registerEndpoints(app, endpoints.identity, identityHandlers(identity), door);
  registerEndpoints(
    app,
    endpoints.users,
    userHandlers({
      ...base,
      storePicture: async () => err('file_type'),
      deletePicture: async () => {},
      deleteAccount: async () => err('open_orders'),
    }),
    door,
  );
  await demo.mount(app, door);
  let draining = false;
  mountHealth(
    app,
    {
      database: async () => {
        if (!(await database.ping())) throw new Error('the database does not answer');
      },
      files: () => files.ping(),
    },
    () => draining,
  );
  await mountApiDocs(app, openApiDocument(endpoints));
  await options.mountPages?.(app);
  return {
    app,
    database,
    publicUrl,
    listen: async () => {
      await app.listen({ port, host: config.host });
    },
    close: async () => {
      draining = true;
      await app.close();
      await database.close();
    },
  };
}
