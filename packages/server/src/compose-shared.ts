import { join } from 'node:path';
import { aloneFanout } from './adapters/alone/index.ts';
import { createGa4Sink } from './adapters/ga4/index.ts';
import { openRedis } from './adapters/redis/index.ts';
import { createWebPushSender, vapidKeysFrom } from './adapters/web-push/index.ts';
import { openFiles } from './compose-files.ts';
import type { Config } from './config/index.ts';
import { createPreviewPainter } from './modules/previews/index.ts';
import { createDatabase } from './platform/database/pool.ts';
import { memoryRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging.ts';
import type { MountPages } from './platform/pages/pages.ts';
import { deriveSecrets, type Secrets, secretOfDataDir } from './platform/secrets.ts';
import { eraseBesideBackups } from './platform/uploads/erase-beside-backups.ts';
import { createImageProcessor } from './platform/uploads/image.ts';
import { openTempDir } from './platform/uploads/temp-dir.ts';
import { type Clock, systemClock } from './ports/clock.ts';
import type { Fanout } from './ports/fanout.ts';
import { type Ids, systemIds } from './ports/ids.ts';
import { systemTimers, type Timers } from './ports/timers.ts';

export interface ProgramOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** The port the program will listen on; known beforehand, because addresses are made from it. */
  readonly port: number;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly timers?: Timers;
  /** The way to other nodes, for tests that join several in one process. */
  readonly fanout?: Fanout;
  /** Hangs the web app's pages behind the rest; none in tests of the API alone. */
  readonly mountPages?: MountPages;
  /** How long requests in flight may take once the program is to end, in ms. Default 6 s. */
  readonly graceMs?: number;
  /** How late timers may be before requests are turned away, in ms; 2,000 unless told. */
  readonly overloadMs?: number;
}

/** What the nodes of one product share; by Redis where there is one. */
async function openBetweenNodes({ config, log, fanout }: ProgramOptions, ids: Ids) {
  const { redisUrl: url, rateLimitFactor } = config;
  if (url) return openRedis({ url, ids, log, rateLimitFactor });
  return { fanout: fanout ?? aloneFanout(ids), limiter: memoryRateLimiter(rateLimitFactor) };
}

/** What the modules share. */
export type Shared = Awaited<ReturnType<typeof openShared>>;

/** The same keys on every node, given or made from the secret that nodes share. */
function openPushSender({ config, log }: ProgramOptions, secrets: Secrets, clock: Clock) {
  const { vapidKeys, vapidSubject: subject, pushHosts: hosts } = config;
  return createWebPushSender({
    keys: vapidKeys ?? vapidKeysFrom(secrets),
    subject,
    hosts,
    clock,
    log,
  });
}

/** Opens what every module stands on. */
export async function openShared(options: ProgramOptions) {
  const {
    config,
    log,
    port,
    clock = systemClock,
    ids = systemIds,
    timers = systemTimers,
  } = options;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  // First of all: without it the start ends here.
  const { fanout, limiter } = await openBetweenNodes(options, ids);
  const secrets = deriveSecrets(config.tokenSecret ?? secretOfDataDir(config.dataDir));
  const temp = await openTempDir(join(config.dataDir, 'tmp'), { clock });
  const database = createDatabase(options.databaseUrl, { max: config.databasePoolMax, log });
  return {
    config,
    log,
    clock,
    ids,
    timers,
    publicUrl,
    loopbackUrl: `http://127.0.0.1:${port}`,
    secrets,
    pushSender: openPushSender(options, secrets, clock),
    database,
    files: eraseBesideBackups(await openFiles(config, clock), database),
    temp,
    images: createImageProcessor({ temp }),
    painter: createPreviewPainter({ log }),
    google: config.googleAnalytics ? createGa4Sink({ ...config.googleAnalytics, ids }) : null,
    fanout,
    limiter,
  };
}
