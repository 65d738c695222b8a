import { join } from 'node:path';
import { aloneFanout } from './adapters/alone/index.ts';
import { createGa4Sink } from './adapters/ga4/index.ts';
import { openRedis } from './adapters/redis/index.ts';
import { createWebPushSender, vapidKeysFrom } from './adapters/web-push/index.ts';
import { openFiles } from './compose-files.ts';
import { openSight, type Sight } from './compose-sight.ts';
import type { Config } from './config/index.ts';
import { createPreviewPainter } from './modules/previews/index.ts';
import { keepBytes } from './modules/storage/index.ts';
import { createDatabase } from './platform/database/pool.ts';
import { countRefusals } from './platform/limits/count-refusals.ts';
import { memoryRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging.ts';
import type { MountPages } from './platform/pages/pages.ts';
import { deriveSecrets, type Secrets, secretOfDataDir } from './platform/secrets.ts';
import { eraseBesideBackups } from './platform/uploads/erase-beside-backups.ts';
import { createImageProcessor } from './platform/uploads/image.ts';
import { keepFree } from './platform/uploads/room/free-space.ts';
import { openTempDir } from './platform/uploads/temp-dir.ts';
import { type CallWatch, watchCalls } from './platform/watch-calls.ts';
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
function openPushSender(
  { config, log }: ProgramOptions,
  secrets: Secrets,
  { clock, watchers }: { readonly clock: Clock; readonly watchers: CallWatch },
) {
  const { vapidKeys, vapidSubject: subject, pushHosts: hosts } = config;
  const keys = vapidKeys ?? vapidKeysFrom(secrets);
  const sender = createWebPushSender({ keys, subject, hosts, clock, log });
  return watchCalls(watchers, 'push', sender, ['send']);
}

/** Where events are told besides, if anywhere. */
function openGoogle({ config: { googleAnalytics } }: ProgramOptions, ids: Ids, watch: CallWatch) {
  if (!googleAnalytics) return null;
  return watchCalls(watch, 'google', createGa4Sink({ ...googleAnalytics, ids }), ['take']);
}

/** What a bucket is asked; `put` fails with clients that go away as well. */
const storeCalls = ['adopt', 'get', 'stat', 'delete', 'deleteMany', 'deletePrefix'] as const;

/** What is kept, and where. */
async function openStores(
  { config, databaseUrl, log }: ProgramOptions,
  clock: Clock,
  { on, watchers }: Sight,
) {
  const database = createDatabase(databaseUrl, {
    max: config.databasePoolMax,
    log,
    watchers: on ? watchers : undefined,
  });
  const opened = await openFiles(config, clock);
  const files = config.bucket ? watchCalls(watchers, 'files', opened, storeCalls) : opened;
  return { database, files: eraseBesideBackups(files, database) };
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
  const sight = await openSight({ config, log, clock, nodeId: fanout.nodeId });
  const { meter, watchers } = sight;
  const secrets = deriveSecrets(config.tokenSecret ?? secretOfDataDir(config.dataDir));
  const temp = await openTempDir(join(config.dataDir, 'tmp'), { clock });
  const { database, files } = await openStores(options, clock, sight);
  const tempRoom = keepFree(temp.directory, { minFreeBytes: config.minFreeDiskBytes, timers });
  return {
    config,
    log,
    clock,
    ids,
    timers,
    publicUrl,
    loopbackUrl: `http://127.0.0.1:${port}`,
    secrets,
    pushSender: openPushSender(options, secrets, { clock, watchers }),
    database,
    files,
    temp,
    /** Whether uploads are taken: there is room where they arrive, and where they are kept. */
    room: () => Promise.all([tempRoom(), files.room()]).then(() => undefined),
    quota: config.storage,
    keepBytes: keepBytes(config.storage),
    images: createImageProcessor({ temp }),
    painter: createPreviewPainter({ log }),
    google: openGoogle(options, ids, watchers),
    fanout,
    limiter: countRefusals(limiter, meter),
    sight,
    meter,
    watchers,
  };
}
