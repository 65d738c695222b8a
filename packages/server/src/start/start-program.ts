import { join } from 'node:path';
import { MetricsPortError } from '../adapters/prometheus/index.ts';
import type { Program } from '../composition/compose.ts';
import { type Config, ConfigError, readConfig } from '../config/index.ts';
import { nonDurableSettingsAt } from '../platform/database/durability.ts';
import { isEmbeddedDatabaseError, loadEmbeddedPostgres } from '../platform/database/embedded.ts';
import { errorMessageOf } from '../platform/database/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import type { MountPages } from '../platform/pages/pages.ts';
import { createLogger, type Logger } from '../platform/telemetry/logging.ts';
import { StorageUnavailableError } from '../ports/file-store.ts';
import { fullDiskError, refuseFullDisk } from './disk-space.ts';
import { reservePort } from './reserve-port.ts';
import { StartError } from './start-error.ts';
import { formatWelcome } from './welcome.ts';

/** Timeout of the shutdown in ms: it must end within 10 s of SIGTERM, and one second is left for the exit itself. */
const DRAIN_TIMEOUT_MS = 9_000;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

interface RunningDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

async function openDatabaseServer(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const steps = {
    creating: 'Criando o banco de dados…',
    starting: 'Abrindo o banco de dados…',
    ready: null,
  };
  const { startEmbeddedPostgres } = await loadEmbeddedPostgres();
  return startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log,
    binDir: config.pgBin ?? undefined,
    onProgress: (step) => steps[step] && printLine(`  ${steps[step]}`),
  });
}

/** SQLSTATEs for a wrong database user, a wrong database or a missing permission. */
const ACCESS_DENIED = /^(28...|3D000|42501)$/;

/** Converts a failure of an external store into a `StartError` with one line; other errors are returned unchanged. */
function toStartError(config: Config, error: unknown): unknown {
  // The error is recognised by name, because its class may not be loaded.
  if (error instanceof Error && error.name === 'RedisUnavailableError') {
    return new StartError(`Não foi possível usar o Redis de REDIS_URL: ${errorMessageOf(error)}`);
  }
  if (error instanceof MetricsPortError) {
    return new StartError(
      `Não foi possível abrir a porta de METRICS_PORT: ${errorMessageOf(error)}`,
    );
  }
  if (config.bucket && error instanceof StorageUnavailableError) {
    return new StartError(
      `Não foi possível usar o bucket de S3_BUCKET: ${errorMessageOf(error.cause)}`,
    );
  }
  const { code } = error as { code?: unknown };
  const state = typeof code === 'string' ? code : '';
  if (!config.databaseUrl || !(isDatabaseUnavailable(error) || ACCESS_DENIED.test(state)))
    return error;
  return new StartError(
    `Não foi possível usar o banco de dados de DATABASE_URL: ${errorMessageOf(error) || state}`,
  );
}

/** Throws for a production database whose settings would lose acknowledged commits at a power failure. */
async function refuseNonDurable({ demo }: Config, url: string): Promise<void> {
  const off = demo ? [] : await nonDurableSettingsAt(url);
  if (off.length === 0) return;
  throw new StartError(
    `O PostgreSQL de DATABASE_URL esquece o que confirmou quando falta energia: ${off.join(' e ')} em off.`,
  );
}

/** Shuts the program down on SIGTERM or SIGINT; the returned function says whether the shutdown has begun. */
function drainOnSignal(program: Program, engine: RunningDatabase, log: Logger): () => boolean {
  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    log.info({ signal }, 'draining');
    setTimeout(() => process.exit(0), DRAIN_TIMEOUT_MS).unref();
    await program.close().catch((error: unknown) => log.error({ err: error }, 'unclean close'));
    await engine
      .stop()
      .catch((error: unknown) => log.error({ err: error }, 'unclean database stop'));
    process.exit(0);
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  return () => draining;
}

/** Starts the program; resolves once it is ready. */
async function startServer(mountPages: MountPages): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const port = await reservePort(config);
  await refuseFullDisk(config);
  const engine = await openDatabaseServer(config, log).catch(async (error: unknown) => {
    throw (await fullDiskError(config, error)) ?? error;
  });
  let draining = () => false;
  try {
    await refuseNonDurable(config, engine.url);
    await migrate(engine.url, log);
    // The composition is imported late, because loading it takes seconds, which a start with wrong settings should not.
    const { composeProgram } = await import('../composition/compose.ts');
    const program = await composeProgram({
      config,
      databaseUrl: engine.url,
      port,
      log,
      mountPages,
    });
    draining = drainOnSignal(program, engine, log);
    await program.listen(() => seedIfNeeded(config, program));
    printLine(formatWelcome(config, program.publicUrl));
  } catch (error) {
    // During a shutdown the error is ignored here: the shutdown handles its failures and ends the process by itself.
    if (draining()) return;
    const full = await fullDiskError(config, error);
    await engine.stop();
    throw full ?? toStartError(config, error);
  }
}

/** Seeds the demo data, once, if the installation is an empty demo. */
async function seedIfNeeded(config: Config, { app, database }: Program): Promise<void> {
  if (!config.demo || !config.seedDemo) return;
  const { needsDemoData, seedDemo } = await import('../demo/seed.ts');
  const { pool } = database;
  if (await needsDemoData(pool)) await seedDemo({ app, pool, say: printLine });
}

function printStartError(error: unknown): void {
  const plain =
    error instanceof StartError || error instanceof ConfigError || isEmbeddedDatabaseError(error);
  process.stderr.write(
    `\n${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
}

/** Runs the program until it is stopped; when the start fails, prints the reason and exits with code 1. */
export async function startProgram(mountPages: MountPages): Promise<void> {
  await startServer(mountPages).catch((error: unknown) => {
    printStartError(error);
    process.exit(1);
  });
}
