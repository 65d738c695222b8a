import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError, systemErrorCode } from './errors.ts';
import type { DatabaseFolders } from './home.ts';
import type { EmbeddedPostgresLog } from './log.ts';
import { SHUTDOWN_STEPS } from './postmaster.ts';
import {
  becomesTrueWithin,
  endProcess,
  findProcessesByCommandPrefix,
  processExists,
  readCommandLine,
  readStartTime,
} from './processes.ts';

/**
 * Stops the PostgreSQL server that a killed program left running on this cluster. Call this only while the folder is
 * claimed, so that no running program uses the server.
 * @throws EmbeddedDatabaseError `in_use` when the server cannot be stopped or was started by other means
 */
export async function endOrphanedServer(
  folders: DatabaseFolders,
  clusterName: string,
  log: EmbeddedPostgresLog,
): Promise<void> {
  const lockFile = join(folders.cluster, 'postmaster.pid');
  const lock = await readLockFile(lockFile);
  if (lock === undefined) return;
  const [first = ''] = lock.split('\n');
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return;
  const command = await readCommandLine(pid);
  const isRunning = (await readStartTime(pid)) !== undefined;
  if (isRunning && command.includes(`cluster_name=${clusterName} `)) {
    log.warn({ pid }, 'ending the database process that a killed program left running');
    if (!(await endProcess(pid, SHUTDOWN_STEPS))) throw stillRunningError(folders, pid);
  } else if (isRunning && looksLikePostgres(command)) {
    throw stillRunningError(folders, pid);
  }
  await endLeftoverProcesses(clusterName, log);
  if (processExists(pid)) await replaceLockFilePid(lockFile, first);
}

/**
 * Ends server processes that survived their killed main process, for example during a long query: they occupy the
 * shared memory that a new start needs.
 */
export async function endLeftoverProcesses(
  clusterName: string,
  log: EmbeddedPostgresLog,
): Promise<void> {
  const prefix = `postgres: ${clusterName}: `;
  const hasNoneLeft = async () => (await findProcessesByCommandPrefix(prefix)).length === 0;
  if (await becomesTrueWithin(hasNoneLeft, 200)) return;
  const leftoverPids = await findProcessesByCommandPrefix(prefix);
  log.warn({ pids: leftoverPids }, 'ending database processes that outlived their main process');
  const steps = [
    { signal: 'SIGQUIT', waitMs: 500 },
    { signal: 'SIGKILL', waitMs: 1_000 },
  ] as const;
  await Promise.all(leftoverPids.map((pid) => endProcess(pid, steps)));
}

/**
 * Writes this program's process id into the lock file in place of `oldId`. PostgreSQL refuses to start while any
 * process has the id in its lock file, even an unrelated process that got the same number later (after a restart, in a
 * container) or a zombie. PostgreSQL accepts the id of this program, because this program is its parent process, and
 * still checks that the old shared memory is free.
 */
async function replaceLockFilePid(lockFile: string, oldId: string): Promise<void> {
  const lock = await readLockFile(lockFile);
  if (lock === undefined || !lock.startsWith(`${oldId}\n`)) return;
  await writeFile(lockFile, lock.replace(oldId, String(process.pid)));
}

async function readLockFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function looksLikePostgres(command: string): boolean {
  return /(^|[\\/])(postgres|postmaster)(\.exe)?( |$)/.test(command);
}

function stillRunningError(folders: DatabaseFolders, pid: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'in_use',
    `O banco de dados em ${folders.root} já está em uso por outro PostgreSQL (processo ${pid}), que ` +
      'este programa não pode encerrar. Encerre-o, ou aponte DATA_DIR para outra pasta.',
  );
}
