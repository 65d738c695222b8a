import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirectoryArgument } from './cluster.ts';
import type { Engine } from './engine.ts';
import { type DatabaseFolders, spawnOptionsFor } from './home.ts';
import { type EmbeddedPostgresLog, errorMessageOf } from './log.ts';
import { endProcess, type ShutdownStep } from './processes.ts';

/** Maximum time in ms from a start until the server accepts connections. */
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 20;
/** Time in ms to wait for the last output of a server that has ended. */
const FINAL_OUTPUT_WAIT_MS = 300;
/** Number of the last output lines that are kept for the message about a failed start. */
const MAX_OUTPUT_LINES = 12;
/** Signals that end the server, by PostgreSQL's fast shutdown, its immediate shutdown and a kill, within 7 seconds. */
export const SHUTDOWN_STEPS: readonly ShutdownStep[] = [
  { signal: 'SIGINT', waitMs: 4_000 },
  { signal: 'SIGQUIT', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
];

/** Options that are the same each time the cluster is started. */
export interface ServerOptions {
  readonly folders: DatabaseFolders;
  readonly engine: Engine;
  /** Name of the cluster, see `clusterName`. */
  readonly clusterName: string;
  /** Whether committed data survives a power loss; false is faster, for temporary databases. */
  readonly durable: boolean;
  readonly log: EmbeddedPostgresLog;
}

/** A PostgreSQL main process that accepts connections. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Resolves with a description when the process has ended, for any reason. */
  readonly exited: Promise<string>;
  /** Ends the process within 7 seconds. */
  stop(): Promise<void>;
}

/** Outcome of a launch; `output` contains the last lines that PostgreSQL wrote. */
export type LaunchOutcome =
  | { readonly ready: true; readonly postmaster: Postmaster }
  | { readonly ready: false; readonly output: string };

/** Starts the cluster on a port of the loopback interface and waits until it accepts connections. */
export async function launchPostmaster(
  plan: ServerOptions,
  port: number,
  signal: AbortSignal,
): Promise<LaunchOutcome> {
  const { folders, engine } = plan;
  const args = ['-D', dataDirectoryArgument(folders, engine, folders.cluster), '-p', String(port)];
  const child = spawn(engine.postgresPath, [...args, ...serverArguments(plan)], {
    cwd: folders.cluster,
    env: engine.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgreSQL gets a process group of its own: Ctrl-C in a terminal reaches only this program, which then stops the
    // database.
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...spawnOptionsFor(folders.account),
  });
  const lastLines = collectOutput(child, plan.log);
  const outputClosed = new Promise((resolve) => child.once('close', resolve));
  const exited = waitForExit(child);
  if (child.pid === undefined) return { ready: false, output: await exited };
  const { pid } = child;
  stopWithThisProgram(pid, exited);
  const stop = async () => {
    await endProcess(pid, SHUTDOWN_STEPS);
    await exited;
  };
  const outcome = await Promise.race([exited, waitUntilReady(folders.cluster, pid, signal)]);
  if (outcome === 'ready') return { ready: true, postmaster: { pid, port, exited, stop } };
  await stop();
  await Promise.race([outputClosed, delay(FINAL_OUTPUT_WAIT_MS)]);
  return { ready: false, output: lastLines.join('\n') || outcome };
}

function serverArguments({ durable, clusterName }: ServerOptions): string[] {
  const syncSetting = durable ? 'on' : 'off';
  const settings = {
    cluster_name: clusterName,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: syncSetting,
    synchronous_commit: 'on',
    full_page_writes: syncSetting,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    jit: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // PostgreSQL does not log rejected statements, because they contain user data: this program logs failures itself,
    // without the statement.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { max_wal_size: '128MB', min_wal_size: '32MB' }),
  };
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
}

function collectOutput(child: ChildProcess, log: EmbeddedPostgresLog): readonly string[] {
  const lastLines: string[] = [];
  if (child.stderr === null) return lastLines;
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > MAX_OUTPUT_LINES) lastLines.shift();
    const level = line.startsWith('PANIC') ? 'error' : 'debug';
    log[level]({ postgres: line }, 'database process');
  });
  return lastLines;
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(errorMessageOf(error)));
    // The event 'close' would come too late: server processes that outlive the postmaster keep its output open.
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/**
 * Waits until PostgreSQL has written `ready` into its lock file, as pg_ctl does. Returns `ready`, or the reason why the
 * server did not become ready.
 */
async function waitUntilReady(
  clusterFolder: string,
  pid: number,
  signal: AbortSignal,
): Promise<string> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline && !signal.aborted) {
    const lock = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = lock.split('\n');
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return 'ready';
    await delay(READY_POLL_MS);
  }
  return signal.aborted ? 'stopped while starting' : 'not ready in time';
}

/**
 * Makes the database stop when this program is killed or crashes: a shell process waits for the end of a pipe that only
 * this program has open, and then stops the database.
 */
function stopWithThisProgram(pid: number, exited: Promise<string>): void {
  if (process.platform === 'win32') return;
  const script = 'read -r _; kill -INT "$1"';
  const watchProcess = spawn('/bin/sh', ['-c', script, 'guilda-database-watch', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A missing shell is no error, because the next start stops a database that was left running.
  watchProcess.once('error', () => undefined);
  void exited.then(() => watchProcess.kill('SIGKILL'));
}
