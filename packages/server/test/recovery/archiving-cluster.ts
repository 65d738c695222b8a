import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgramAccount } from '../../src/backup/point-in-time/program-account.ts';
import { findPostgres } from '../../src/cluster/programs.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { loopbackCertificate } from '../fixtures/server/loopback-certificate.ts';
import { type S3, startS3 } from '../s3/server.ts';

const execFileAsync = promisify(execFile);

/** A PostgreSQL cluster that archives its WAL by pgBackRest into a bucket, with the files of `deploy/`. */
export interface ArchivingCluster {
  readonly home: string;
  readonly databaseUrl: string;
  /** The store of the bucket. */
  readonly s3: S3;
  /** Variables with which pgBackRest finds this cluster's repository. */
  readonly pgBackRestEnv: Readonly<Record<string, string>>;
  /** Makes a backup and records it, as the systemd unit in `deploy/` does; resolves to the backup's duration in ms. */
  backUp(type: 'full' | 'diff'): Promise<number>;
  /** Runs a query as the superuser. */
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  /** Stops the cluster at once without archiving anything more, as when its machine is lost. */
  lose(): Promise<void>;
  close(): Promise<void>;
}

const readDeployFile = (name: string) =>
  readFile(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

/** Settings that replace those of `deploy/pgbackrest.conf`: the bucket, and this cluster's paths. */
const pgBackRestEnvironment = (home: string, port: number, s3: S3) => ({
  PGBACKREST_CONFIG: join(home, 'pgbackrest.conf'),
  PGBACKREST_REPO1_S3_BUCKET: s3.bucket,
  PGBACKREST_REPO1_S3_ENDPOINT: new URL(s3.url).host,
  PGBACKREST_REPO1_S3_URI_STYLE: 'path',
  PGBACKREST_REPO1_S3_KEY: s3.keys.id,
  PGBACKREST_REPO1_S3_KEY_SECRET: s3.keys.secret,
  PGBACKREST_REPO1_STORAGE_CA_FILE: join(home, 'bucket.pem'),
  PGBACKREST_REPO1_CIPHER_PASS: 'only for this test',
  PGBACKREST_PG1_PATH: join(home, 'cluster'),
  PGBACKREST_PG1_PORT: String(port),
  PGBACKREST_PG1_SOCKET_PATH: home,
  PGBACKREST_PG1_USER: 'guilda',
  PGBACKREST_LOCK_PATH: join(home, 'lock'),
});

/** Writes the settings of pgBackRest and PostgreSQL from the files of `deploy/`. */
async function writeSettings(home: string, port: number): Promise<void> {
  const pgBackRest = await readDeployFile('pgbackrest.conf');
  // Removes the lines without a value from the example file: the keys and the passphrase.
  await writeFile(join(home, 'pgbackrest.conf'), pgBackRest.replaceAll(/^[\w-]+=$/gm, ''));
  const archiveSettings = await readDeployFile('postgresql-archive.conf');
  const place = `listen_addresses = '127.0.0.1'\nunix_socket_directories = '${home}'\nport = ${port}\n`;
  await writeFile(join(home, 'archive.conf'), archiveSettings + place);
}

/** The SQL statement with which the systemd unit records a backup. */
async function readRecordingStatement(): Promise<string> {
  const unitFile = await readDeployFile('guilda-pgbackrest@.service');
  const [, statement = ''] = /^ExecStartPost=.* -c "(.+)"$/m.exec(unitFile) ?? [];
  return statement;
}

async function queryAt<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query<T>(text).finally(() => client.end())).rows;
}

/** Waits until the server answers. */
async function waitUntilAnswering(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const isAnswering = await queryAt(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (isAnswering) return;
    if (performance.now() > deadline) throw new Error('the archiving cluster does not answer');
    await delay(100);
  }
}

/** Creates a private folder, and a function that runs programs in it under the account that PostgreSQL accepts. */
async function openHome(port: number, s3: S3) {
  const account = await findProgramAccount();
  const binDir = await findPostgres(process.env['PG_BIN']);
  if (!binDir) throw new Error('no PostgreSQL is installed');
  const home = await mkdtemp(join(tmpdir(), 'guilda-recovery-'));
  await chmod(home, 0o755);
  if (account.uid !== undefined) await chown(home, account.uid, account.gid ?? account.uid);
  await writeSettings(home, port);
  const pgBackRestEnv = pgBackRestEnvironment(home, port, s3);
  const run = (program: string, ...args: string[]) =>
    execFileAsync(program, args, {
      ...{ ...account, cwd: home },
      env: { PATH: `${binDir}:${process.env['PATH']}`, ...pgBackRestEnv },
    });
  return { home, run, pgBackRestEnv };
}

/** Creates the cluster with its database and its stanza. */
export async function openArchivingCluster(): Promise<ArchivingCluster> {
  const port = await findFreePort();
  const certificate = loopbackCertificate({ trusted: false });
  const s3 = await startS3({ certificate });
  const { home, run, pgBackRestEnv } = await openHome(port, s3);
  await writeFile(join(home, 'bucket.pem'), certificate.cert);
  const cluster = join(home, 'cluster');
  await run('initdb', '-D', cluster, '-U', 'guilda', '-A', 'trust', '-E', 'UTF8');
  await run('sh', '-c', 'cat archive.conf >> cluster/postgresql.conf');
  await run('pg_ctl', '-D', cluster, '-l', join(home, 'server.log'), '-W', 'start');
  const urlOf = (database: string) => `postgres://guilda@127.0.0.1:${port}/${database}`;
  await waitUntilAnswering(urlOf('postgres'));
  await queryAt(urlOf('postgres'), 'CREATE DATABASE guilda');
  const databaseUrl = urlOf('guilda');
  await run('pgbackrest', '--stanza=guilda', 'stanza-create');
  const recordingStatement = await readRecordingStatement();
  const lose = async () => void (await run('pg_ctl', '-D', cluster, '-m', 'immediate', 'stop'));
  return {
    ...{ home, databaseUrl, s3, pgBackRestEnv, lose },
    backUp: async (type) => {
      const startedAt = performance.now();
      await run('pgbackrest', '--stanza=guilda', `--type=${type}`, 'backup');
      await queryAt(databaseUrl, recordingStatement);
      return performance.now() - startedAt;
    },
    query: (text) => queryAt(databaseUrl, text),
    close: async () => {
      await lose().catch(() => undefined);
      await s3.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
