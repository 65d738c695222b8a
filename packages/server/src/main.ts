import { join } from 'node:path';
import { MetricsPortError } from './adapters/prometheus/index.ts';
import { RedisUnavailableError } from './adapters/redis/index.ts';
import { compose, type Program } from './compose.ts';
import { type Config, ConfigError, readConfig } from './config/index.ts';
import { needsDemo, seedDemo } from './demo/seed.ts';
import { lossySettingsAt } from './platform/database/durability.ts';
import {
  EmbeddedDatabaseError,
  startEmbeddedPostgres,
} from './platform/database/embedded/index.ts';
import { reasonOf } from './platform/database/log.ts';
import { migrate } from './platform/database/migrate.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { createLogger, type Logger } from './platform/logging.ts';
import type { MountPages } from './platform/pages/pages.ts';
import { StorageUnavailableError } from './ports/file-store.ts';
import { fullDiskError, refuseFullDisk } from './start/disk-room.ts';
import { reservePort } from './start/reserve-port.ts';
import { StartError } from './start/start-error.ts';
import { welcome } from './start/welcome.ts';

/** The end comes within 10 s (`product §1`), with some time left to come to it. */
const DRAIN_MS = 9_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Engine {
  readonly url: string;
  stop(): Promise<void>;
}

async function openEngine(config: Config, log: Logger): Promise<Engine> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const steps = {
    creating: 'Criando o banco de dados…',
    starting: 'Abrindo o banco de dados…',
    ready: null,
  };
  return startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log,
    binDir: config.pgBin ?? undefined,
    onProgress: (step) => steps[step] && say(`  ${steps[step]}`),
  });
}

/** Server states of an address that names no user, no database or none that we may use. */
const NOT_OURS = /^(28...|3D000|42501)$/;

/** What to tell of a failed start: one line where a store of the operator's cannot be used. */
function toldOf(config: Config, error: unknown): unknown {
  if (error instanceof RedisUnavailableError) {
    return new StartError(`Não foi possível usar o Redis de REDIS_URL: ${reasonOf(error)}`);
  }
  if (error instanceof MetricsPortError) {
    return new StartError(`Não foi possível abrir a porta de METRICS_PORT: ${reasonOf(error)}`);
  }
  if (config.bucket && error instanceof StorageUnavailableError) {
    return new StartError(`Não foi possível usar o bucket de S3_BUCKET: ${reasonOf(error.cause)}`);
  }
  const { code } = error as { code?: unknown };
  const told = typeof code === 'string' ? code : '';
  if (!config.databaseUrl || !(isDatabaseUnavailable(error) || NOT_OURS.test(told))) return error;
  return new StartError(
    `Não foi possível usar o banco de dados de DATABASE_URL: ${reasonOf(error) || told}`,
  );
}

/** Production stands on no database that forgets what it acknowledged when the power fails. */
async function refuseLossy({ demo }: Config, url: string): Promise<void> {
  const off = demo ? [] : await lossySettingsAt(url);
  if (off.length === 0) return;
  throw new StartError(
    `O PostgreSQL de DATABASE_URL esquece o que confirmou quando falta energia: ${off.join(' e ')} em off.`,
  );
}

/** Drains at SIGTERM or SIGINT; the answer tells whether that has begun. */
function drainOnSignal(program: Program, engine: Engine, log: Logger): () => boolean {
  let leaving = false;
  const leave = async (signal: string) => {
    if (leaving) return;
    leaving = true;
    log.info({ signal }, 'draining');
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    await program.close().catch((error: unknown) => log.error({ err: error }, 'unclean close'));
    await engine
      .stop()
      .catch((error: unknown) => log.error({ err: error }, 'unclean database stop'));
    process.exit(0);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  return () => leaving;
}

/** Starts the program; resolves once it answers. */
async function start(mountPages: MountPages): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const port = await reservePort(config);
  await refuseFullDisk(config);
  const engine = await openEngine(config, log).catch(async (error: unknown) => {
    throw (await fullDiskError(config, error)) ?? error;
  });
  let leaving = () => false;
  try {
    await refuseLossy(config, engine.url);
    await migrate(engine.url, log);
    const program = await compose({ config, databaseUrl: engine.url, port, log, mountPages });
    leaving = drainOnSignal(program, engine, log);
    await program.listen(() => inviteDemo(config, program));
    say(welcome(config, program.publicUrl));
  } catch (error) {
    // What fails on the way out is the way out's own; it ends the program by itself.
    if (leaving()) return;
    const full = await fullDiskError(config, error);
    await engine.stop();
    throw full ?? toldOf(config, error);
  }
}

/** Puts the demo into an empty house, once. */
async function inviteDemo(config: Config, { app, database }: Program): Promise<void> {
  const { pool } = database;
  if (!config.demo || !config.seedDemo || !(await needsDemo(pool))) return;
  await seedDemo({ app, pool, say });
}

function explain(error: unknown): void {
  const plain =
    error instanceof StartError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError;
  process.stderr.write(
    `\n${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
}

/** Runs the program until it is told to stop; a start that fails says why and exits with 1. */
export async function main(mountPages: MountPages): Promise<void> {
  await start(mountPages).catch((error: unknown) => {
    explain(error);
    process.exit(1);
  });
}
