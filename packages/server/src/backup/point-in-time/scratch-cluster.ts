import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../../platform/network/free-port.ts';
import { BackupError } from '../errors.ts';
import type { EnvironmentVariables } from '../locations.ts';
import { restoredClusterFolder } from './pgbackrest.ts';
import { childEnvironment, type ProgramAccount } from './program-account.ts';
import { notArchivedError } from './recovery-time.ts';

const execFileAsync = promisify(execFile);
const POLL_MS = 100;
/** Number of the last output lines that are kept. */
const MAX_OUTPUT_LINES = 200;

/** SQLSTATE of a server that is starting, recovering or stopping. */
const STARTING_UP = '57P03';

/** A cluster that was recovered to a time. */
export interface ScratchCluster {
  /** URL of Guilda's database, by a socket file that only the account of the drill can reach. */
  readonly url: string;
  /** Time of the latest commit that the recovery applied; null when it applied no commit to the backup. */
  readonly latestCommit: Date | null;
  /** Stops the cluster. */
  stop(): Promise<void>;
}

export interface ScratchClusterOptions {
  /** Folder that contains the restored cluster; private to `account`. */
  readonly folder: string;
  readonly account: ProgramAccount;
  readonly env: EnvironmentVariables;
  /** URL of the program's database, of which name and role are used. */
  readonly databaseUrl: string;
  readonly postgresPath: string;
  /** Time that the recovery must reach. */
  readonly at: Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Path of the server program of a major version of PostgreSQL.
 * @throws BackupError when it is not on this machine
 */
export async function findPostgresOf(version: string, pgBin: string | null): Promise<string> {
  const path = join(pgBin ?? `/usr/lib/postgresql/${version}/bin`, 'postgres');
  const { stdout } = await execFileAsync(path, ['--version']).catch(() => ({ stdout: '' }));
  if (/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] === version) return path;
  throw new BackupError(
    `A cópia é do PostgreSQL ${version}, e os programas dele não estão aqui: instale postgresql-${version}, ou aponte PG_BIN para a pasta deles.`,
  );
}

/** URL of the recovered database: name and role of `databaseUrl`, reached by the socket file in `folder`. */
function socketUrl(databaseUrl: string, folder: string, port: number): string {
  const url = new URL(databaseUrl);
  const role = url.username || 'guilda';
  return `postgres://${role}@localhost:${port}${url.pathname}?host=${encodeURIComponent(folder)}`;
}

/** Arguments that override the original cluster's settings about files, network, other servers and logging. */
function serverArguments(folder: string, port: number): string[] {
  const settings = {
    config_file: join(folder, 'postgresql.conf'),
    hba_file: join(folder, 'pg_hba.conf'),
    ident_file: join(folder, 'pg_ident.conf'),
    external_pid_file: '',
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    port: String(port),
    archive_mode: 'off',
    // Hot standby would need limits, such as `max_connections`, as high as those of the original cluster.
    hot_standby: 'off',
    ...{
      primary_conninfo: '',
      synchronous_standby_names: '',
      max_logical_replication_workers: '0',
    },
    ...{ shared_preload_libraries: '', ssl: 'off', fsync: 'off' },
    ...{ logging_collector: 'off', log_destination: 'stderr', log_line_prefix: '' },
    ...{ lc_messages: 'C', log_timezone: 'UTC', log_min_messages: 'warning' },
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Stops the cluster when this program is killed: a shell waits for the end of a pipe that only this program has. */
function stopWithThisProgram(pid: number, account: ProgramAccount): ChildProcess {
  const script = 'read -r _; kill -INT "$1"';
  const watchProcess = spawn('/bin/sh', ['-c', script, 'guilda-drill-watch', String(pid)], {
    ...{ ...account, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  });
  watchProcess.once('error', () => undefined);
  return watchProcess;
}

/** Starts the server program; `stop` ends it and resolves when it has ended. */
async function startServer(options: ScratchClusterOptions, port: number) {
  const { folder, account, env, postgresPath } = options;
  for (const [name, text] of [
    ['postgresql.conf', ''],
    ['pg_hba.conf', 'local all all trust\n'],
    ['pg_ident.conf', ''],
  ] as const) {
    // The folder belongs to the account, so a link that the account puts in place of a file must not be followed.
    await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx' });
    if (account.uid !== undefined)
      await lchown(join(folder, name), account.uid, account.gid ?? account.uid);
  }
  const args = ['-D', restoredClusterFolder(folder), ...serverArguments(folder, port)];
  const server = spawn(postgresPath, args, {
    ...{ ...account, cwd: folder, env: childEnvironment(env), detached: true },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exitPromise = once(server, 'exit').catch(() => undefined);
  const lastLines: string[] = [];
  createInterface({ input: server.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > MAX_OUTPUT_LINES) lastLines.shift();
  });
  const watchProcess = server.pid === undefined ? null : stopWithThisProgram(server.pid, account);
  const stop = async () => {
    // An immediate shutdown is enough, because the cluster is deleted.
    server.kill('SIGQUIT');
    await exitPromise;
    watchProcess?.kill('SIGKILL');
  };
  const isRunning = () =>
    server.pid !== undefined && server.exitCode === null && server.signalCode === null;
  return { lastLines, isRunning, stop };
}

/** Explains why a recovery ended without reaching its time, by what PostgreSQL wrote. */
function recoveryError(lines: readonly string[], at: Date): BackupError {
  const text = lines.join('\n');
  if (/recovery ended before configured recovery target was reached/.test(text)) {
    const [, last] = /last completed transaction was at log time (.+)\+00/.exec(text) ?? [];
    const reached = last
      ? `o último commit arquivado é de ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()}`
      : 'nada foi arquivado depois da cópia';
    return notArchivedError(at, reached);
  }
  const reason = lines.find((line) => /^(FATAL|PANIC)/.test(line)) ?? lines.at(-1) ?? '';
  return new BackupError(`O PostgreSQL do ensaio não chegou à hora: ${reason}`);
}

/** Asks whether the recovery has ended; null while the server does not accept connections. */
async function readRecovery(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean; at: Date | null }>(
      'SELECT pg_is_in_recovery() AS recovering, pg_last_xact_replay_timestamp() AS at',
    );
    return rows[0]?.recovering === false ? { latestCommit: rows[0].at } : null;
  } catch (error) {
    // Without an answer of the server: it is about to open its socket file, or has just ended.
    const code: unknown = Reflect.get(error as object, 'code');
    if (!(error instanceof pg.DatabaseError) || code === STARTING_UP) return null;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Starts a restored cluster, which first applies the archived WAL up to the time `at`. The cluster archives nothing and
 * listens at no port, only at a socket file in its private folder.
 * @throws BackupError when the archived WAL does not reach the time
 */
export async function startScratchCluster(options: ScratchClusterOptions): Promise<ScratchCluster> {
  const { folder, databaseUrl, at, signal } = options;
  const port = await findFreePort();
  const url = socketUrl(databaseUrl, folder, port);
  const server = await startServer(options, port);
  try {
    for (;;) {
      if (signal?.aborted) throw new BackupError('Interrompido. Nada foi feito.');
      const recovery = await readRecovery(url);
      if (recovery) return { url, latestCommit: recovery.latestCommit, stop: server.stop };
      if (!server.isRunning()) throw recoveryError(server.lastLines, at);
      await delay(POLL_MS);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}
