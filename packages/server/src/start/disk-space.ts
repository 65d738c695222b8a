import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { StartError, startAgainCommand } from './start-error.ts';

const BYTES_PER_MB = 1024 * 1024;
/** Free space in MB that the first start needs: database, WAL, demo data and temporary files. */
const FIRST_START_MB = 300;
/** Free space in MB below which PostgreSQL stops, sometimes without an error message. */
const MIN_FREE_MB = 16;

async function readFreeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / BYTES_PER_MB;
}

const freeSpaceAdvice = () =>
  `Libere espaço, ou guarde os dados em outro lugar: ${startAgainCommand('DATA_DIR=/outra/pasta')}`;

/**
 * Throws when the disk has too little free space for the first start; called before the start writes any file.
 * @throws StartError
 */
export async function refuseFullDisk({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || existsSync(join(dataDir, 'postgres'))) return;
  const freeMegabytes = await readFreeMegabytes(dataDir);
  if (freeMegabytes >= FIRST_START_MB) return;
  throw new StartError(
    `Falta espaço em ${dataDir}: o primeiro início precisa de ${FIRST_START_MB} MB e há ${Math.floor(freeMegabytes)} MB. ${freeSpaceAdvice()}`,
  );
}

/** Messages and codes of an error and of its causes, as one text. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return `${code} ${error.message} ${error.cause === undefined ? '' : messagesOf(error.cause)}`;
}

/** A `StartError` when a full disk explains why the embedded database failed, else null. */
export async function fullDiskError(config: Config, error: unknown): Promise<StartError | null> {
  if (config.databaseUrl) return null;
  const isDiskFull = /ENOSPC|EDQUOT|No space left/.test(messagesOf(error));
  const freeMegabytes = await readFreeMegabytes(config.dataDir).catch(
    () => Number.POSITIVE_INFINITY,
  );
  return isDiskFull || freeMegabytes < MIN_FREE_MB
    ? new StartError(`O disco está cheio. ${freeSpaceAdvice()}`)
    : null;
}
