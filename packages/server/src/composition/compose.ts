import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@guilda/contract';
import type { FastifyInstance } from 'fastify';
import { closeOrphanedRooms } from '../modules/calls/index.ts';
import { eraseClosedPictures } from '../modules/pictures/index.ts';
import { syncAdminRoles } from '../modules/users/index.ts';
import type { Database } from '../platform/database/pool.ts';
import { createHttpApp } from '../platform/http/app.ts';
import { type Draining, prepareDraining } from '../platform/http/draining.ts';
import type { LifecyclePhase } from '../platform/http/health.ts';
import { mountApiDocs, openApiDocument } from '../platform/http/openapi.ts';
import type { MountPages } from '../platform/pages/pages.ts';
import { useMultipart } from '../platform/uploads/multipart/multipart.ts';
import { StartError } from '../start/start-error.ts';
import {
  type ExternalServices,
  instrumentServices,
  openConfiguredServices,
} from './external-services.ts';
import {
  type Infrastructure,
  type InfrastructureOptions,
  openInfrastructure,
} from './infrastructure.ts';
import {
  createModuleJobs,
  createModules,
  mergeSocketHandlers,
  mountModules,
  type ProgramJobs,
} from './modules.ts';
import { createSystemReadings, mountReadiness, registerGauges } from './monitoring.ts';
import { createRealtimeServices, openGateway, type RealtimeServices } from './realtime.ts';
import { createRequestDeps, createServices, type Services } from './services.ts';

/** The whole program with all dependencies connected, not yet listening. */
export interface Program {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: string;
  readonly jobs: ProgramJobs;
  /** URL of the metrics; null if they are not served, and until the program listens. */
  metricsUrl(): string | null;
  /**
   * Opens the port, starts the background work and runs `beforeReady`, which may send requests to the program.
   * Afterwards the program is ready.
   */
  listen(beforeReady?: () => Promise<void>): Promise<void>;
  /** Stops accepting requests, finishes running ones and closes every connection. */
  close(options?: CloseOptions): Promise<void>;
}

/** Options for closing the program; `replaced` is true when other processes continue to serve the same port. */
export interface CloseOptions {
  readonly replaced?: boolean;
}

export interface ComposeOptions extends InfrastructureOptions {
  /**
   * Services that replace the configured external services, for tests and for drills that must not reach real services.
   * If the object contains `mount`, it must contain every service; neither sandboxes nor real adapters are then loaded.
   */
  readonly external?: Partial<ExternalServices>;
  /** Registers the web app's pages after all other routes; tests of the API alone omit this. */
  readonly mountPages?: MountPages;
  /** Time in ms that running requests have to finish once the program closes. */
  readonly graceMs?: number;
  /** Event loop delay in ms above which requests are refused; 2,000 by default. */
  readonly overloadMs?: number;
}

/** Maximum time in ms for which a stop waits for `removeLeftovers`, which the start runs in the background. */
const LEFTOVERS_WAIT_MS = 1_000;

/**
 * Time in ms that running requests have to finish when the program stops, so that the whole stop takes less than 10 s.
 */
const STOP_GRACE_MS = 5_000;

const areExternalServicesComplete = (
  services: Partial<ExternalServices>,
): services is ExternalServices => services.mount !== undefined;

/** Loads the sandboxes, which production images do not contain. */
async function openDemoServices(infrastructure: Infrastructure): Promise<ExternalServices> {
  const demo = await import('./demo-services.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(
      'Esta instalação não traz o modo de demonstração: inicie-a com NODE_ENV=production.',
    );
  });
  return demo.openDemoServices(infrastructure);
}

/** Opens the external services that the settings choose; `replacements` are used instead where present. */
async function openExternalServices(
  infrastructure: Infrastructure,
  replacements: Partial<ExternalServices> = {},
): Promise<ExternalServices> {
  const { config, telemetry } = infrastructure;
  if (areExternalServicesComplete(replacements)) return instrumentServices(telemetry, replacements);
  const openedServices = config.demo
    ? await openDemoServices(infrastructure)
    : await openConfiguredServices(infrastructure);
  return instrumentServices(telemetry, { ...openedServices, ...replacements });
}

/** All parts that start and stop with the program. */
interface RunningProgram {
  readonly app: FastifyInstance;
  readonly infrastructure: Infrastructure;
  readonly external: ExternalServices;
  readonly services: Services;
  readonly realtime: RealtimeServices;
  readonly jobs: ProgramJobs;
  readonly draining: Draining;
}

/**
 * Removes what a crash may have left behind: voice rooms without a call, and pictures of closed accounts. Failures are
 * only logged, because hourly jobs do the same work.
 */
async function removeLeftovers({ infrastructure, services }: RunningProgram): Promise<void> {
  const { log } = infrastructure;
  await Promise.all([
    eraseClosedPictures(services)().catch((error: unknown) =>
      log.warn({ err: error }, 'closed pictures are still to be erased'),
    ),
    closeOrphanedRooms(services)().catch((error: unknown) =>
      log.warn({ err: error }, 'rooms of no call are still to be closed'),
    ),
  ]);
}

/** Opens the port and starts the background work. */
async function startProgram(
  { app, infrastructure, services, realtime, jobs }: RunningProgram,
  port: number,
) {
  const { config } = infrastructure;
  const { listener, presence, messaging } = realtime;
  await infrastructure.monitoring.open();
  await syncAdminRoles(services)();
  await jobs.start();
  await listener.start();
  await infrastructure.replicas.start();
  presence.start();
  messaging.start();
  await app.listen({ port, host: config.host });
}

interface StopOptions {
  /** Time in ms that running requests have to finish. */
  readonly graceMs: number;
  /** Whether other processes continue on the same port. */
  readonly replaced: boolean;
  /** Resolves when `removeLeftovers`, which was called at the start, has finished. */
  readonly leftovers: Promise<void>;
}

/** Closes all parts, each before the parts that it depends on. */
async function stopProgram(
  runningProgram: RunningProgram,
  { graceMs, replaced, leftovers }: StopOptions,
): Promise<void> {
  const { infrastructure, external, services, jobs, draining } = runningProgram;
  const { log } = infrastructure;
  const { realtime, listener, presence, messaging, feed } = runningProgram.realtime;
  await draining.announce(replaced);
  // In a demo, `removeLeftovers` calls the Discord sandbox on this program's own port, which is closed next.
  await Promise.race([leftovers, delay(LEFTOVERS_WAIT_MS, undefined, { ref: false })]);
  presence.stop();
  // The port closes before the sockets do, so that reconnecting clients reach another node.
  const closePromise = draining.close(graceMs);
  await realtime.close();
  infrastructure.processes?.cutForwarded();
  await closePromise;
  await jobs.stop();
  infrastructure.processes?.close();
  external.close();
  await listener.stop();
  feed.stop();
  await messaging.stop();
  await infrastructure.fanout.close();
  infrastructure.images.close();
  services.renderer.close();
  services.statementRenderer.close();
  await services.accessRecorder
    .store()
    .catch((error: unknown) => log.warn({ err: error }, 'the last access records were lost'));
  await infrastructure.replicas.close();
  await infrastructure.directDatabase.close();
  await infrastructure.database.close();
  await infrastructure.monitoring.close();
}

/** Opens infrastructure and services, creates the modules and registers their routes. */
async function assembleProgram(
  options: ComposeOptions,
  phase: () => LifecyclePhase,
): Promise<RunningProgram> {
  const infrastructure = await openInfrastructure(options);
  const { config, log, publicUrl, telemetry } = infrastructure;
  const app = await createHttpApp({
    log,
    https: publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    overloadMs: options.overloadMs,
    telemetry,
  });
  const draining = prepareDraining(app, config.trustedProxies !== null);
  await useMultipart(app);
  const external = await openExternalServices(infrastructure, options.external);
  const requestDeps = createRequestDeps(infrastructure);
  const realtime = createRealtimeServices(infrastructure, requestDeps);
  const readings = createSystemReadings(infrastructure, external);
  const services = createServices({ infrastructure, external, requestDeps, realtime, readings });
  const modules = createModules(services);
  const jobs = createModuleJobs(infrastructure, modules);
  mountModules(app, modules, requestDeps.endpointDeps);
  openGateway(realtime, app, infrastructure, mergeSocketHandlers(modules));
  await external.mount(app, requestDeps.endpointDeps);
  mountReadiness(app, infrastructure, phase);
  registerGauges(infrastructure, readings, phase);
  mountApiDocs(app, () => openApiDocument(endpoints));
  await options.mountPages?.(app, {
    publicUrl,
    filesOrigin: infrastructure.files.presignedUrls?.origin ?? null,
    installation: {
      calls: external.rooms !== null,
      paymentMinutes: config.paymentTimeoutMinutes,
      startHours: config.startTimeoutHours,
      disputeAnswerHours: config.disputeAnswerHours,
      feePercent: config.platformFeePercent,
      company: config.company,
      accountAge: config.accountAge,
    },
    limiter: infrastructure.limiter,
    listener: realtime.listener,
    processes: config.processes,
  });
  return { app, infrastructure, external, services, realtime, jobs, draining };
}

/** Creates the program; the only function that chooses adapters and connects modules. */
export async function composeProgram(options: ComposeOptions): Promise<Program> {
  let phase: LifecyclePhase = 'starting';
  const runningProgram = await assembleProgram(options, () => phase);
  const { app, infrastructure, jobs } = runningProgram;
  const { database, monitoring, publicUrl } = infrastructure;
  let leftovers = Promise.resolve();
  return {
    app,
    database,
    publicUrl,
    jobs,
    metricsUrl: () => monitoring.metricsUrl(),
    listen: async (beforeReady) => {
      await startProgram(runningProgram, options.port);
      leftovers = removeLeftovers(runningProgram);
      await beforeReady?.();
      if (phase === 'starting') phase = 'ready';
    },
    close: async ({ replaced = false } = {}) => {
      phase = 'draining';
      const graceMs = options.graceMs ?? STOP_GRACE_MS;
      await stopProgram(runningProgram, { graceMs, replaced, leftovers });
    },
  };
}
