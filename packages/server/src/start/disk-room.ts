import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { againWith, StartError } from './start-error.ts';

const MB = 1024 * 1024;
/** What the first start writes: the database with its log, the demo, and some room to work. */
const FIRST_START_MB = 300;
/** With less than this PostgreSQL cannot go on; it may end without saying why. */
const LEAST_MB = 16;

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MB;
}

const wayOut = () =>
  `Libere espaço, ou guarde os dados em outro lugar: ${againWith('DATA_DIR=/outra/pasta')}`;

/**
 * Refuses a first start that would fill the disk, before anything is written.
 * @throws StartError
 */
export async function refuseFullDisk({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || existsSync(join(dataDir, 'postgres'))) return;
  const free = await freeMegabytes(dataDir);
  if (free >= FIRST_START_MB) return;
  throw new StartError(
    `Falta espaço em ${dataDir}: o primeiro início precisa de ${FIRST_START_MB} MB e há ${Math.floor(free)} MB. ${wayOut()}`,
  );
}

/** What an error and all that caused it say. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return `${code} ${error.message} ${error.cause === undefined ? '' : saidBy(error.cause)}`;
}

/** What to tell of a failed start that a full disk of the embedded database explains, else null. */
export async function fullDiskError(config: Config, error: unknown): Promise<StartError | null> {
  if (config.databaseUrl) return null;
  const told = /ENOSPC|EDQUOT|No space left/.test(saidBy(error));
  const free = await freeMegabytes(config.dataDir).catch(() => Number.POSITIVE_INFINITY);
  return told || free < LEAST_MB ? new StartError(`O disco está cheio. ${wayOut()}`) : null;
}
