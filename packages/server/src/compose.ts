import { join } from 'node:path';
import { endpoints } from '@guilda/contract';
import type { FastifyInstance } from 'fastify';
import { openDiskFileStore } from './adapters/disk/index.ts';
import { composeDemo } from './compose-demo.ts';
import { composeRealtime, openGateway } from './compose-realtime.ts';
import type { Config } from './config.ts';
import { ageHandlers, ageSchedule, ageTasks, mountAgeWebhooks } from './modules/age/index.ts';
import { archiveSchedule, archiveTasks, storeArchive } from './modules/archives/index.ts';
import { catalogHandlers, catalogTasks, servicePreviews } from './modules/catalog/index.ts';
import { accessTokens, authenticate, identityHandlers } from './modules/identity/index.ts';
import { messagingHandlers } from './modules/messaging/index.ts';
import { moderationHandlers, moderationTasks, recordAction } from './modules/moderation/index.ts';
import { notificationHandlers } from './modules/notifications/index.ts';
import {
  mountPaymentWebhooks,
  type OrderTasks,
  orderHandlers,
  orderSchedule,
  orderTasks,
} from './modules/orders/index.ts';
import { packAddresses, packHandlers, servePacks } from './modules/packs/index.ts';
import {
  adultAddresses,
  deletePicture,
  eraseClosedPictures,
  pictureAccess,
  showPicture,
  storePicture,
} from './modules/pictures/index.ts';
import { createPreviewPainter, erasePreviews, servePreviews } from './modules/previews/index.ts';
import { deleteAccount, privacyTasks } from './modules/privacy/index.ts';
import { reachHandlers } from './modules/reach/index.ts';
import { reviewHandlers } from './modules/reviews/index.ts';
import { postPreviews, socialHandlers, socialTasks } from './modules/social/index.ts';
import { blockHandlers, userHandlers } from './modules/users/index.ts';
import { walletHandlers } from './modules/wallet/index.ts';
import { createDatabase, type Database } from './platform/database/pool.ts';
import { createHttpApp } from './platform/http/app.ts';
import { type EndpointDeps, registerEndpoints } from './platform/http/endpoints.ts';
import type { UploadedFile } from './platform/http/form.ts';
import { mountHealth, type Phase } from './platform/http/health.ts';
import { mountApiDocs, openApiDocument } from './platform/http/openapi.ts';
import { createJobs, enqueuer } from './platform/jobs/index.ts';
import { memoryRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging.ts';
import type { MountPages } from './platform/pages/pages.ts';
import { deriveSecrets, secretOfDataDir } from './platform/secrets.ts';
import { createImageProcessor } from './platform/uploads/image.ts';
import { formReader, useMultipart } from './platform/uploads/multipart.ts';
import { servePictures } from './platform/uploads/serve.ts';
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
  readonly mountPages?: MountPages;
  /** How long requests in flight may take once the program is to end, in ms. Default 6 s. */
  readonly graceMs?: number;
}

/** The whole program, wired but not yet listening. */
export interface Program {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: string;
  readonly jobs: ReturnType<typeof openJobs>;
  /**
   * Opens the port and starts the work that runs beside requests; ready once `prepare`, which may
   * call the program, is done.
   */
  listen(prepare?: () => Promise<void>): Promise<void>;
  /** Stops accepting, finishes what is in flight, lets go of everything (`product §1`). */
  close(): Promise<void>;
}

const GRACE_MS = 6_000;

/** Ends the application: what is in flight is finished, and cut off when it takes too long. */
async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  // A client that is slow on purpose must not keep the database from being closed in order.
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close().finally(() => clearTimeout(cut));
}

/** What the modules share. */
type Shared = Awaited<ReturnType<typeof openShared>>;

async function openShared(options: ProgramOptions) {
  const { config, log, port, clock = systemClock, ids = systemIds } = options;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const temp = await openTempDir(join(config.dataDir, 'tmp'), { clock });
  return {
    config,
    log,
    clock,
    ids,
    publicUrl,
    loopbackUrl: `http://127.0.0.1:${port}`,
    secrets: deriveSecrets(config.tokenSecret ?? secretOfDataDir(config.dataDir)),
    database: createDatabase(options.databaseUrl, { max: config.databasePoolMax, log }),
    files: await openDiskFileStore({ directory: config.filesDir, clock }),
    temp,
    images: createImageProcessor({ temp }),
    painter: createPreviewPainter({ log }),
    limiter: memoryRateLimiter(config.rateLimitFactor),
  };
}

/** What orders are made of, behind requests and beside them alike. */
function orderParts(shared: Shared, { paymentProvider }: Demo) {
  const { platformFeePercent, paymentTimeoutMinutes, startTimeoutHours } = shared.config;
  const timeouts = { paymentTimeoutMinutes, startTimeoutHours };
  const enqueue = enqueuer<OrderTasks>();
  return { ...shared, ...timeouts, paymentProvider, platformFeePercent, enqueue };
}

/** Work that runs beside requests: what is mailed, erased or tried again. */
function openJobs(shared: Shared, demo: Demo) {
  const { config } = shared;
  const deps = {
    ...shared,
    mailer: demo.mailer,
    teamEmail: config.teamEmail,
    deletePicture: deletePicture(shared),
    erasePreviews: erasePreviews(shared),
  };
  return createJobs(
    shared,
    {
      ...ageTasks(shared),
      ...moderationTasks(deps),
      ...privacyTasks(deps),
      ...catalogTasks(deps),
      ...socialTasks(deps),
      ...orderTasks(orderParts(shared, demo)),
      ...archiveTasks(shared),
    },
    // Name of a task: when it runs by the clock.
    { ...orderSchedule, ...ageSchedule, ...archiveSchedule },
  );
}

type Demo = Awaited<ReturnType<typeof composeDemo>>;

/** Who people are, and how requests and sockets are let in. */
function openDoor(shared: Shared, demo: Demo, databaseUrl: string) {
  const { config, publicUrl, secrets, clock, limiter, temp } = shared;
  const identity = {
    ...shared,
    identityProvider: demo.identityProvider,
    tokens: accessTokens(secrets.of('access tokens'), clock),
    adminEmails: [...config.adminEmails, ...demo.adminEmails],
    isShowablePicture: (url: string) => url.startsWith(`${publicUrl}/`),
  };
  const door: EndpointDeps = {
    authenticate: authenticate(identity),
    limiter,
    readForm: formReader({ temp, maxArchiveBytes: config.maxArchiveBytes }),
  };
  const house = composeRealtime({ ...shared, databaseUrl, authenticate: door.authenticate });
  return { identity, door, house };
}

type Doors = ReturnType<typeof openDoor>;

/** Hangs every module's endpoints into the application. */
function mountModules(
  app: FastifyInstance,
  shared: Shared,
  demo: Demo,
  jobs: ReturnType<typeof openJobs>,
  { identity, door, house }: Doors,
): void {
  const store = storePicture(shared);
  const addresses = adultAddresses({
    clock: shared.clock,
    secret: shared.secrets.of('adult pictures'),
  });
  const pictures = {
    storePicture: store,
    deletePicture: deletePicture(shared),
    showPicture: showPicture(addresses),
  };
  const orders = { ...orderParts(shared, demo), ...pictures };
  const { presence, realtime, fanout } = house;
  const { enqueue } = jobs;
  const catalog = {
    ...shared,
    ...pictures,
    storeArchive: storeArchive(shared),
    presence,
    enqueue,
  };
  const users = {
    ...shared,
    ...pictures,
    storePicture: (owner: string, file: UploadedFile) => store(owner, file, 'avatar'),
    deleteAccount: deleteAccount({ ...shared, enqueue: jobs.enqueue }),
  };
  const packs = {
    ...shared,
    ...pictures,
    addresses: packAddresses({ ...shared, secret: shared.secrets.of('pack addresses') }),
    maxArchiveBytes: shared.config.maxArchiveBytes,
  };
  const messaging = { ...shared, realtime, fanout, enqueue };
  const notifications = { ...shared, realtime };
  const age = { ...shared, ageCheckProvider: demo.ageCheckProvider };
  registerEndpoints(app, endpoints.identity, identityHandlers(identity), door);
  const profiles = { ...userHandlers(users), ...blockHandlers(users) };
  registerEndpoints(app, endpoints.users, profiles, door);
  const social = { ...shared, ...pictures, enqueue, recordAction: recordAction(shared) };
  registerEndpoints(app, endpoints.social, socialHandlers(social), door);
  registerEndpoints(app, endpoints.age, ageHandlers(age), door);
  registerEndpoints(app, endpoints.packs, packHandlers(packs), door);
  registerEndpoints(app, endpoints.catalog, catalogHandlers(catalog), door);
  registerEndpoints(app, endpoints.orders, orderHandlers(orders), door);
  registerEndpoints(app, endpoints.wallet, walletHandlers(shared), door);
  registerEndpoints(app, endpoints.reviews, reviewHandlers(shared), door);
  registerEndpoints(app, endpoints.messaging, messagingHandlers(messaging), door);
  registerEndpoints(app, endpoints.notifications, notificationHandlers(notifications), door);
  registerEndpoints(app, endpoints.reach, reachHandlers(shared), door);
  registerEndpoints(
    app,
    endpoints.moderation,
    moderationHandlers({ ...shared, enqueue: jobs.enqueue }),
    door,
  );
  mountPaymentWebhooks(app, orders);
  mountAgeWebhooks(app, age);
  app.register(servePreviews, servicePreviews(catalog));
  app.register(servePreviews, postPreviews(social));
  app.register(servePacks, packs);
  app.register(servePictures, {
    files: shared.files,
    access: pictureAccess({ ...shared, adultAddresses: addresses }),
  });
  openGateway(house, app.server, { messaging, notifications });
}

function mountProbes(app: FastifyInstance, shared: Shared, phase: () => Phase): void {
  const { database, files } = shared;
  const probes = {
    database: async () => {
      if (!(await database.ping())) throw new Error('the database does not answer');
    },
    files: () => files.ping(),
  };
  mountHealth(app, probes, phase);
}

/** The one place that chooses adapters and wires modules. */
export async function compose(options: ProgramOptions): Promise<Program> {
  const shared = await openShared(options);
  const { config, database, log, publicUrl } = shared;
  const app = await createHttpApp({
    log,
    https: publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
  });
  await useMultipart(app);
  const demo = await composeDemo(shared);
  const jobs = openJobs(shared, demo);
  const doors = openDoor(shared, demo, options.databaseUrl);
  mountModules(app, shared, demo, jobs, doors);
  await demo.mount(app, doors.door);
  let phase: Phase = 'starting';
  mountProbes(app, shared, () => phase);
  await mountApiDocs(app, openApiDocument(endpoints));
  await options.mountPages?.(app, publicUrl);
  return {
    app,
    database,
    publicUrl,
    jobs,
    listen: async (prepare) => {
      await jobs.start();
      await doors.house.listener.start();
      await app.listen({ port: options.port, host: config.host });
      eraseClosedPictures(shared)().catch((error: unknown) =>
        log.warn({ err: error }, 'closed pictures are still to be erased'),
      );
      await prepare?.();
      if (phase === 'starting') phase = 'ready';
    },
    close: async () => {
      phase = 'draining';
      await doors.house.realtime.close();
      await closeApp(app, options.graceMs ?? GRACE_MS);
      await jobs.stop();
      await doors.house.listener.stop();
      await doors.house.fanout.close();
      shared.images.close();
      shared.painter.close();
      await database.close();
    },
  };
}
