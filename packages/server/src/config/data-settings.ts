import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { toBucketConfig } from './external-service-config.ts';
import { findBucketProblems, findDatabaseProblems } from './problems.ts';
import { readSecretFiles } from './secret-files.ts';
import { environmentSchema } from './settings.ts';

/**
 * Location settings of database and files, which backups need. `databaseUrl` is the address without the pooler, because
 * backups and commands need sessions of their own.
 */
export interface DataSettings
  extends Pick<Config, 'dataDir' | 'databaseUrl' | 'pgBin' | 'filesDir' | 'bucket'> {
  /** Passphrase for backups; null for none. */
  readonly backupKey: string | null;
}

const dataEnvironment = environmentSchema.pick({
  ...{ DATA_DIR: true, DATABASE_URL: true, DATABASE_DIRECT_URL: true },
  ...{ PG_BIN: true, FILES_DIR: true, BACKUP_KEY: true },
  ...{ S3_BUCKET: true, S3_REGION: true, S3_ENDPOINT: true, S3_DIRECT_READS: true },
  ...{ S3_ACCESS_KEY_ID: true, S3_SECRET_ACCESS_KEY: true },
});

/** Reads only the location settings, so that problems of other settings do not prevent a backup. */
export function readDataSettings(
  env: Record<string, string | undefined>,
): { readonly settings: DataSettings } | { readonly problems: readonly string[] } {
  const { variables, problems: secretFileProblems } = readSecretFiles(
    env,
    dataEnvironment.keyof().options,
  );
  const parsed = dataEnvironment.safeParse(variables);
  const malformedProblems = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const problems = [
    ...secretFileProblems,
    ...malformedProblems,
    ...findDatabaseProblems(variables),
    ...findBucketProblems(variables),
  ];
  if (!parsed.success || problems.length > 0) return { problems };
  const { DATABASE_URL, DATABASE_DIRECT_URL, PG_BIN, FILES_DIR, BACKUP_KEY, ...values } =
    parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    settings: {
      dataDir,
      databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL ?? null,
      pgBin: PG_BIN ?? null,
      filesDir: FILES_DIR ? resolve(FILES_DIR) : join(dataDir, 'files'),
      bucket: toBucketConfig(values),
      backupKey: BACKUP_KEY ?? null,
    },
  };
}
