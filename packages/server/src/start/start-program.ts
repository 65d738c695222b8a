import type { Membership } from '../adapters/processes/index.ts';
import type { ComposeOptions, Program } from '../composition/compose.ts';
import { type Config, readConfig } from '../config/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLogger, type Logger } from '../platform/telemetry/logging.ts';
import {
  openDatabaseServer,
  type RunningDatabase,
  refuseNonDurable,
  refuseOtherEncodings,
  refuseUnfitPooler,
  toStartError,
} from './database-server.ts';
import { fullDiskError, refuseFullDisk } from './disk-space.ts';
import { printLine } from './print-line.ts';
import { printStartError } from './print-start-error.ts';
import { reservePort } from './reserve-port.ts';
import { formatWelcome } from './welcome.ts';

/** Timeout of the shutdown in ms: it must end within 10 s of SIGTERM, and one second is left for the exit itself. */
const DRAIN_TIMEOUT_MS = 9_000;
/**
 * Timeout of the shutdown of a replaced process in ms, which waits longer for idle connections. The primary process kills
 * it after 12 s.
 */
const REPLACED_DRAIN_TIMEOUT_MS = 10_500;

/** The port and the database server that the program runs on. */
interface PortAndDatabase {
  readonly port: number;
  readonly databaseServer: RunningDatabase;
}

/** Opens port and database. A process of a group gets both from the primary process. */
async function openPortAndDatabase(config: Config, log: Logger, groupMember: Membership | null) {
  if (groupMember) {
    const { port, databaseUrl } = groupMember.setup;
    return { port, databaseServer: { url: databaseUrl, stop: async () => {} } };
  }
  const port = await reservePort(config);
  await refuseFullDisk(config);
  return { port, databaseServer: await openDatabaseServer(config, log) };
}

/**
 * Shuts the program down on SIGTERM or SIGINT; a process of a group shuts down when the primary process asks for it.
 * The returned function says whether the shutdown has begun.
 */
function drainOnSignal(
  program: Program,
  databaseServer: RunningDatabase,
  { log, member }: { readonly log: Logger; readonly member: Membership | null },
): () => boolean {
  let isDraining = false;
  const drain = async (signal: string, isReplaced: boolean) => {
    if (isDraining) return;
    isDraining = true;
    log.info({ signal }, 'draining');
    const timeoutMs = isReplaced ? REPLACED_DRAIN_TIMEOUT_MS : DRAIN_TIMEOUT_MS;
    setTimeout(() => process.exit(0), timeoutMs).unref();
    await program
      .close({ replaced: isReplaced })
      .catch((error: unknown) => log.error({ err: error }, 'unclean close'));
    await databaseServer
      .stop()
      .catch((error: unknown) => log.error({ err: error }, 'unclean database stop'));
    process.exit(0);
  };
  if (member)
    member.onStop((isReplaced) => void drain(isReplaced ? 'replaced' : 'stop', isReplaced));
  else
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void drain(signal, false));
  return () => isDraining;
}

/** How the program answers: its pages, and when it refuses requests. */
export type ProgramOptions = Required<Pick<ComposeOptions, 'mountPages'>> &
  Pick<ComposeOptions, 'overloadMs' | 'batchLockTimeoutMs'>;

/** Starts the program in this process; resolves once it is ready. */
async function startServer(
  config: Config,
  log: Logger,
  { member, ...options }: ProgramOptions & { readonly member: Membership | null },
): Promise<void> {
  const { port, databaseServer }: PortAndDatabase = await openPortAndDatabase(config, log, member);
  let isShuttingDown = () => false;
  try {
    await refuseUnfitPooler(config);
    await refuseNonDurable(config, databaseServer.url);
    await refuseOtherEncodings(config);
    await migrate(config.databaseDirectUrl ?? databaseServer.url, log);
    // The composition is imported late, because it loads for seconds, and wrong settings should be reported at once.
    const { composeProgram } = await import('../composition/compose.ts');
    const databaseUrl = databaseServer.url;
    const processes = member?.group ?? null;
    const deps = { config, databaseUrl, port, log, processes };
    const program = await composeProgram({ ...deps, ...options });
    isShuttingDown = drainOnSignal(program, databaseServer, { log, member });
    await program.listen(() => seedIfNeeded(config, program));
    if (member) member.ready();
    else printLine(formatWelcome(config, program.publicUrl));
  } catch (error) {
    // An error after a shutdown has begun is ignored here, because the shutdown ends the process.
    if (isShuttingDown()) return;
    const diskError = await fullDiskError(config, error);
    await databaseServer.stop();
    throw diskError ?? toStartError(config, error);
  }
}

/** Seeds the demo data, once, if the installation is an empty demo. */
async function seedIfNeeded(config: Config, { app, database }: Program): Promise<void> {
  if (!config.demo || !config.seedDemo) return;
  const { needsDemoData, seedDemo } = await import('../demo/seed.ts');
  const { pool } = database;
  const { accountAge } = config;
  if (await needsDemoData(pool)) await seedDemo({ app, pool, accountAge, printLine });
}

/** Starts the program: in this process, or as the primary process of several (`PROCESSES`). */
async function startWithMigrations(options: ProgramOptions): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  if (config.processes === 1) return startServer(config, log, { ...options, member: null });
  // The module is loaded only when there are several processes, because a single process needs no cluster.
  const { joinGroup } = await import('../adapters/processes/index.ts');
  const member = await joinGroup(log);
  if (member) return startServer(config, log, { ...options, member });
  const { startProcesses } = await import('./processes/start-processes.ts');
  await startProcesses(config, log);
}

/** Runs the program until it is stopped; when the start fails, prints the reason and exits with code 1. */
export async function startProgram(options: ProgramOptions): Promise<void> {
  await startWithMigrations(options).catch((error: unknown) => {
    printStartError(error);
    process.exit(1);
  });
}
