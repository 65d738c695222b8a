import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError, systemCode } from './errors.ts';
import type { Home } from './home.ts';
import type { EmbeddedPostgresLog } from './log.ts';
import { END_STEPS } from './postmaster.ts';
import {
  commandLineOf,
  endProcess,
  eventually,
  isKnownId,
  processesStartingWith,
  startTimeOf,
} from './processes.ts';

/**
 * Ends the PostgreSQL that a killed program left running on this cluster. Call it only while
 * holding the folder's claim: nobody living owns that process then.
 * @throws EmbeddedDatabaseError `in_use` when it cannot be ended or was started by other means
 */
export async function endOrphan(home: Home, name: string, log: EmbeddedPostgresLog): Promise<void> {
  const lockFile = join(home.cluster, 'postmaster.pid');
  const lock = await readLock(lockFile);
  if (lock === undefined) return;
  const [first = ''] = lock.split('\n');
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return;
  const command = await commandLineOf(pid);
  const running = (await startTimeOf(pid)) !== undefined;
  if (running && command.includes(`cluster_name=${name} `)) {
    log.warn({ pid }, 'ending the database process that a killed program left running');
    if (!(await endProcess(pid, END_STEPS))) throw stillRunning(home, pid);
  } else if (running && looksLikePostgres(command)) {
    throw stillRunning(home, pid);
  }
  await endLeftovers(name, log);
  if (isKnownId(pid)) await replaceLockOwner(lockFile, first);
}

/**
 * Ends server processes that survived their killed main process, for example during a long query: they
 * keep the shared memory that a new start needs.
 */
export async function endLeftovers(name: string, log: EmbeddedPostgresLog): Promise<void> {
  const prefix = `postgres: ${name}: `;
  const noneLeft = async () => (await processesStartingWith(prefix)).length === 0;
  if (await eventually(noneLeft, 200)) return;
  const left = await processesStartingWith(prefix);
  log.warn({ pids: left }, 'ending database processes that outlived their main process');
  const steps = [
    { signal: 'SIGQUIT', waitMs: 500 },
    { signal: 'SIGKILL', waitMs: 1_000 },
  ] as const;
  await Promise.all(left.map((pid) => endProcess(pid, steps)));
}

/**
 * PostgreSQL refuses to start while a process has the id in its lock file, even an unrelated one that got
 * the number later (after a restart, in a container) or a zombie. This program's id is written instead: it
 * is the parent, which PostgreSQL accepts, and the check that the old shared memory is free still runs.
 */
async function replaceLockOwner(lockFile: string, oldId: string): Promise<void> {
  const lock = await readLock(lockFile);
  if (lock === undefined || !lock.startsWith(`${oldId}\n`)) return;
  await writeFile(lockFile, lock.replace(oldId, String(process.pid)));
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function looksLikePostgres(command: string): boolean {
  return /(^|[\\/])(postgres|postmaster)(\.exe)?( |$)/.test(command);
}

function stillRunning(home: Home, pid: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'in_use',
    `O banco de dados em ${home.root} já está em uso por outro PostgreSQL (processo ${pid}), que ` +
      'este programa não pode encerrar. Encerre-o, ou aponte DATA_DIR para outra pasta.',
  );
}
