import { join } from 'node:path';
import { MetricsPortError } from '../adapters/prometheus/index.ts';
import type { Config } from '../config/index.ts';
import { findNonDurableSettingsAt, readEncodingAt } from '../platform/database/durability.ts';
import { loadEmbeddedPostgres } from '../platform/database/embedded.ts';
import { errorMessageOf } from '../platform/database/log.ts';
import {
  findPoolerProblems,
  poolerProblemTexts,
  refusesServerTimeouts,
} from '../platform/database/pooler.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import type { Logger } from '../platform/telemetry/logging.ts';
import { StorageUnavailableError } from '../ports/file-store.ts';
import { fullDiskError } from './disk-space.ts';
import { printLine } from './print-line.ts';
import { StartError } from './start-error.ts';

/** The database server of the program. */
export interface RunningDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, unless `DATABASE_URL` names an external one.
 * @throws StartError when the disk is full
 */
export async function openDatabaseServer(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const steps = {
    creating: 'Criando o banco de dados…',
    starting: 'Abrindo o banco de dados…',
    ready: null,
  };
  const { startEmbeddedPostgres } = await loadEmbeddedPostgres();
  const startingDatabase = startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log,
    binDir: config.pgBin ?? undefined,
    onProgress: (step) => steps[step] && printLine(`  ${steps[step]}`),
  });
  return startingDatabase.catch(async (error: unknown) => {
    throw (await fullDiskError(config, error)) ?? error;
  });
}

/** SQLSTATEs for a wrong database user, a wrong database or a missing permission. */
const ACCESS_DENIED = /^(28...|3D000|42501)$/;

/** Converts a failure of an external store into a `StartError` with one line; other errors are returned unchanged. */
export function toStartError(config: Config, error: unknown): unknown {
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
  const sqlState = typeof code === 'string' ? code : '';
  if (!config.databaseUrl || !(isDatabaseUnavailable(error) || ACCESS_DENIED.test(sqlState)))
    return error;
  const envNames = config.databaseDirectUrl
    ? 'DATABASE_URL ou DATABASE_DIRECT_URL'
    : 'DATABASE_URL';
  return new StartError(
    `Não foi possível usar o banco de dados de ${envNames}: ${errorMessageOf(error) || sqlState}`,
  );
}

/** Throws for a production database whose settings would lose acknowledged commits at a power failure. */
export async function refuseNonDurable({ demo }: Config, url: string): Promise<void> {
  const disabledSettings = demo ? [] : await findNonDurableSettingsAt(url);
  if (disabledSettings.length === 0) return;
  throw new StartError(
    `O PostgreSQL de DATABASE_URL esquece o que confirmou quando falta energia: ${disabledSettings.join(' e ')} em off.`,
  );
}

/** Throws for a database that does not store UTF-8: it would refuse or damage texts of people. */
export async function refuseOtherEncodings({ databaseUrl }: Config): Promise<void> {
  const encoding = databaseUrl ? await readEncodingAt(databaseUrl) : 'UTF8';
  if (encoding === 'UTF8') return;
  throw new StartError(
    `O PostgreSQL de DATABASE_URL guarda texto em ${encoding}. Crie outro banco: CREATE DATABASE … ENCODING UTF8 LOCALE 'C.UTF-8' TEMPLATE template0;`,
  );
}

/**
 * Throws when the pooler of `DATABASE_URL`, or the direct address `DATABASE_DIRECT_URL`, would break the program.
 * Without a direct address, throws only for a pooler that refuses the timeouts that the program sets when it connects;
 * `npm run doctor` reports every pooler.
 */
export async function refuseUnfitPooler(config: Config): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (!databaseUrl) return;
  const [problem] = databaseDirectUrl
    ? await findPoolerProblems(databaseUrl, databaseDirectUrl)
    : (await refusesServerTimeouts(databaseUrl))
      ? (['direct_missing'] as const)
      : [];
  if (problem) throw new StartError(poolerProblemTexts[problem].join(' '));
}
