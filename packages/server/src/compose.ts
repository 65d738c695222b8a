import { endpoints } from '@guilda/contract';
import type { FastifyInstance } from 'fastify';

import { composeDemo } from './compose-demo.ts';
import { composeDiscord, type Discord } from './compose-discord.ts';
import { openDoor } from './compose-door.ts';
import { readGauges } from './compose-gauges.ts';
import { openGuard, readGuardGauges } from './compose-guard.ts';
import { type Jobs, openJobs } from './compose-jobs.ts';
import { endAll, startAll } from './compose-life.ts';
import { mountModules } from './compose-modules.ts';
import type { Outside } from './compose-outside.ts';
import { composeReal } from './compose-real.ts';
import { openShared, type ProgramOptions, type Shared } from './compose-shared.ts';
import { watchDiscord, watchOutside } from './compose-watch.ts';
import type { Database } from './platform/database/pool.ts';
import { createHttpApp } from './platform/http/app.ts';
import { mountHealth, type Phase } from './platform/http/health.ts';
import { prepareLeaving } from './platform/http/leaving.ts';
import { mountApiDocs, openApiDocument } from './platform/http/openapi.ts';
import { useMultipart } from './platform/uploads/multipart.ts';

/** The whole program, wired but not yet listening. */
export interface Program {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: string;
  readonly jobs: Jobs;
  /** Where metrics are served; null for nowhere, and until it listens. */
  metricsUrl(): string | null;
  /**
   * Opens the port and starts the work that runs beside requests; ready once `prepare`, which may
   * call the program, is done.
   */
  listen(prepare?: () => Promise<void>): Promise<void>;
  /** Stops accepting, finishes what is in flight, lets go of everything (`product §1`). */
  close(): Promise<void>;
}

/** With what goes before and after it, the end comes within 10 s (`product §1`). */
const GRACE_MS = 5_000;

/** What must answer before this node is sent work (`product §1`). */
function mountProbes(app: FastifyInstance, shared: Shared, phase: () => Phase): void {
  const { config, database, files, fanout } = shared;
  const probes = {
    database: async () => {
      if (!(await database.ping())) throw new Error('the database does not answer');
    },
    files: () => files.ping(),
    ...(config.redisUrl ? { redis: fanout.ping } : {}),
  };
  mountHealth(app, probes, phase, shared.sight.build);
}

/** What a program is made of; `discord` and `outside` replace parts of what they name, for tests. */
export interface ComposeOptions extends ProgramOptions {
  readonly discord?: Partial<Discord>;
  readonly outside?: Partial<Outside>;
}

/** The one place that chooses adapters and wires modules. */
export async function compose(options: ComposeOptions): Promise<Program> {
  const shared = await openShared(options);
  const { config, database, log, publicUrl } = shared;
  const app = await createHttpApp({
    log,
    https: publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    overloadMs: options.overloadMs,
    watchers: shared.watchers,
  });
  const leaving = prepareLeaving(app, config.trustedProxies !== null);
  await useMultipart(app);
  const { watchers, sight } = shared;
  const outside = watchOutside(watchers, {
    ...(config.demo ? await composeDemo(shared) : await composeReal(shared)),
    ...options.outside,
  });
  const discord = watchDiscord(watchers, { ...composeDiscord(shared), ...options.discord });
  const doors = openDoor(shared, { outside, discord }, options.databaseUrl);
  const jobs = openJobs(shared, outside, doors);
  const guard = openGuard(shared, outside);
  mountModules(app, shared, outside, jobs, doors, { discord, guard });
  await outside.mount(app, doors.door);
  await discord.mount(app);
  let phase: Phase = 'starting';
  mountProbes(app, shared, () => phase);
  readGauges(shared, () => phase);
  readGuardGauges(shared, guard);
  await mountApiDocs(app, openApiDocument(endpoints));
  await options.mountPages?.(app, {
    publicUrl,
    filesOrigin: shared.files.direct?.origin ?? null,
    calls: discord.rooms !== null,
  });
  const living = { app, shared, doors, jobs, outside, leaving };
  return {
    app,
    database,
    publicUrl,
    jobs,
    metricsUrl: () => sight.page()?.url ?? null,
    listen: async (prepare) => {
      await startAll(living, options);
      await prepare?.();
      if (phase === 'starting') phase = 'ready';
    },
    close: async () => {
      phase = 'draining';
      await endAll(living, options.graceMs ?? GRACE_MS);
    },
  };
}
