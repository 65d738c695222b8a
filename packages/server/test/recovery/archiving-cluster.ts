import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgramAccount } from '../../src/backup/point-in-time/program-account.ts';
import { findPostgres } from '../../src/cluster/programs.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';

const execFileAsync = promisify(execFile);

/** A PostgreSQL cluster that archives its WAL by pgBackRest into a folder, as `deploy/` sets it up. */
export interface ArchivingCluster {
  readonly home: string;
  readonly databaseUrl: string;
  /** Path of pgBackRest's configuration, for `PGBACKREST_CONFIG`. */
  readonly configPath: string;
  /** Makes a backup of the cluster; resolves to its duration in ms. */
  backUp(type: 'full' | 'diff'): Promise<number>;
  /** Stops the cluster at once without archiving anything more, as when its machine is lost. */
  lose(): Promise<void>;
  /** Runs a query as the superuser. */
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  close(): Promise<void>;
}

/** Contents of the files of `deploy/` with the paths of this cluster. */
function configurationOf(home: string, port: number) {
  return {
    'pgbackrest.conf': `[global]
repo1-type=posix
repo1-path=${home}/repo
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=only for this test
start-fast=y
compress-type=zst
lock-path=${home}/lock
log-level-file=off
[guilda]
pg1-path=${home}/cluster
pg1-port=${port}
pg1-socket-path=${home}
`,
    'archive.conf': `archive_mode = on
archive_command = 'pgbackrest --config=${home}/pgbackrest.conf --stanza=guilda archive-push %p'
archive_timeout = 60
listen_addresses = '127.0.0.1'
unix_socket_directories = '${home}'
port = ${port}
`,
  };
}

/** Waits until the server answers. */
async function waitUntilAnswering(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isAnswering = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isAnswering) return;
    if (performance.now() > deadline) throw new Error('the archiving cluster does not answer');
    await delay(100);
  }
}

/** Creates the cluster with its database, its stanza and a first full backup. */
export async function openArchivingCluster(): Promise<ArchivingCluster> {
  const account = await findProgramAccount();
  const binDir = await findPostgres(process.env['PG_BIN']);
  if (!binDir) throw new Error('no PostgreSQL is installed');
  const home = await mkdtemp(join(tmpdir(), 'guilda-recovery-'));
  await chmod(home, 0o755);
  const port = await findFreePort();
  const files = configurationOf(home, port);
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  await mkdir(join(home, 'repo'));
  for (const path of [home, join(home, 'repo')])
    if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid);
  const run = (program: string, args: readonly string[]) =>
    execFileAsync(program, args, { ...account, cwd: home, env: { PATH: process.env['PATH'] } });
  const pgCtl = (...args: string[]) =>
    run(join(binDir, 'pg_ctl'), ['-D', join(home, 'cluster'), ...args]);
  await run(join(binDir, 'initdb'), [
    '-D',
    `${home}/cluster`,
    '-U',
    'guilda',
    '-A',
    'trust',
    '-E',
    'UTF8',
  ]);
  await run('sh', ['-c', 'cat "$1/archive.conf" >> "$1/cluster/postgresql.conf"', 'sh', home]);
  await pgCtl('-l', join(home, 'server.log'), '-W', 'start');
  const databaseUrl = `postgres://guilda@127.0.0.1:${port}/guilda`;
  const adminUrl = databaseUrl.replace(/guilda$/, 'postgres');
  await waitUntilAnswering(adminUrl);
  const queryAt = async <T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return (await client.query<T>(text).finally(() => client.end())).rows;
  };
  await queryAt(adminUrl, 'CREATE DATABASE guilda');
  const configPath = join(home, 'pgbackrest.conf');
  const pgBackRest = (...args: string[]) =>
    run('pgbackrest', [`--config=${configPath}`, '--stanza=guilda', '--pg1-user=guilda', ...args]);
  await pgBackRest('stanza-create');
  const lose = async () => void (await pgCtl('-m', 'immediate', 'stop'));
  return {
    home,
    databaseUrl,
    configPath,
    backUp: async (type) => {
      const startedAt = performance.now();
      await pgBackRest(`--type=${type}`, 'backup');
      return performance.now() - startedAt;
    },
    lose,
    query: (text) => queryAt(databaseUrl, text),
    close: async () => {
      await lose().catch(() => undefined);
      await rm(home, { recursive: true, force: true });
    },
  };
}
