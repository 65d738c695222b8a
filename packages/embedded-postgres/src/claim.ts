import { randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './errors.ts';
import { readStartTime } from './processes.ts';

const CLAIM_FILE_PREFIX = 'program-';
const CLAIM_FILE_SUFFIX = '.json';
const MAX_CLAIM_ATTEMPTS = 3;

/** The exclusive use of a data folder by this program. */
export interface FolderClaim {
  release(): Promise<void>;
}

/** The program that made a claim file, as the file identifies it. */
interface ClaimHolder {
  readonly pid: number;
  /** Start time of the process, as `readStartTime` returns it. */
  readonly started: string;
}

/**
 * Claims a data folder for this program. Each program first writes its own claim file and then looks for the claim
 * files of others, so that two programs never use the folder at once. Claim files of programs that no longer run
 * (killed, power lost) are removed.
 * @throws EmbeddedDatabaseError `in_use` when a running program (this one included) has claimed the folder
 */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  let holder: ClaimHolder | undefined;
  for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt += 1) {
    const ownClaim = await writeClaimFile(folder);
    holder = await findLivingHolder(folder, ownClaim);
    if (holder === undefined) return { release: () => rm(join(folder, ownClaim), { force: true }) };
    await rm(join(folder, ownClaim), { force: true });
    // Two programs that start together both find the other's claim file, so each waits for a random time and tries
    // again.
    await delay(randomInt(30, 180));
  }
  throw new EmbeddedDatabaseError(
    'in_use',
    `O banco de dados em ${folder} já está em uso por outro programa (processo ${holder?.pid}). ` +
      'Encerre-o, ou aponte DATA_DIR para outra pasta.',
  );
}

async function writeClaimFile(folder: string): Promise<string> {
  const name = `${CLAIM_FILE_PREFIX}${randomUUID()}${CLAIM_FILE_SUFFIX}`;
  const ownProcess = { pid: process.pid, started: await readStartTime(process.pid) };
  const draftPath = join(folder, `.${name}`);
  await writeFile(draftPath, JSON.stringify(ownProcess), { mode: 0o600 });
  await rename(draftPath, join(folder, name));
  return name;
}

async function findLivingHolder(
  folder: string,
  ownClaim: string,
): Promise<ClaimHolder | undefined> {
  for (const name of await readdir(folder)) {
    if (
      !name.startsWith(CLAIM_FILE_PREFIX) ||
      !name.endsWith(CLAIM_FILE_SUFFIX) ||
      name === ownClaim
    )
      continue;
    const holder = await readHolder(join(folder, name));
    if (holder !== undefined && (await readStartTime(holder.pid)) === holder.started) return holder;
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}

async function readHolder(path: string): Promise<ClaimHolder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isClaimHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isClaimHolder(value: unknown): value is ClaimHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'started' in value &&
    typeof value.started === 'string'
  );
}
