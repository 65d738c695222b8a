import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fastestTempDir } from '../../server/test/fixtures/server/database-folder.ts';
import { quietLog } from '../../server/test/fixtures/server/quiet-log.ts';
import { withClient } from '../../server/test/fixtures/server/template-database.ts';
import { killProgram, readNotes, runBusyQuery, writeNote } from '../test/busy-database.ts';
import { findBundledPackage } from './bundled.ts';
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { findProcessesByCommandPrefix, readCommandLine, readStartTime } from './processes.ts';

const PROGRAM_FILE = fileURLToPath(new URL('../test/embedded-program.ts', import.meta.url));
const SYSTEM_POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const NOBODY_UID = 65_534;
const asRoot = process.getuid?.() === 0;
const testedEngines = [
  { engine: 'bundled', binDir: undefined, here: findBundledPackage() !== undefined },
  { engine: 'system', binDir: SYSTEM_POSTGRES_BIN, here: existsSync(SYSTEM_POSTGRES_BIN) },
].filter(({ here }) => here);

let dataFolder: string;
let dataDir: string;
let startedClusters: EmbeddedPostgres[];
let startedPrograms: ChildProcess[];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(await fastestTempDir(), 'guilda-embedded-'));
  await chmod(dataFolder, 0o755);
  dataDir = join(dataFolder, 'database');
  startedClusters = [];
  startedPrograms = [];
});

afterEach(async () => {
  for (const program of startedPrograms) await killProgram(program);
  for (const engine of startedClusters) await engine.stop();
  await removeEmbeddedPostgres(dataDir, quietLog).catch(() => undefined);
  await rm(dataFolder, { recursive: true, force: true });
});

/**
 * Starts the database without syncing, unless `isDurable`: a killed process loses nothing by that, and the tests are
 * faster on a shared disk.
 */
async function startDatabase(binDir?: string, isDurable = false): Promise<EmbeddedPostgres> {
  const engine = await startEmbeddedPostgres({
    dataDir,
    binDir,
    durable: isDurable,
    log: quietLog,
  });
  startedClusters.push(engine);
  return engine;
}

/** Runs another program on the data folder and waits for its output. */
async function runProgram(options: { uid?: number; binDir?: string | undefined } = {}) {
  const { uid, binDir } = options;
  const args = [PROGRAM_FILE, dataDir, ...(binDir === undefined ? [] : [binDir])];
  const program = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  startedPrograms.push(program);
  const ended = once(program, 'exit').then(() => ['{"problem":"ended without a word"}']);
  const [line] = await Promise.race([
    once(createInterface({ input: program.stdout }), 'line'),
    ended,
  ]);
  const report = JSON.parse(String(line)) as { url?: string; problem?: string; message?: string };
  return { program, ...report };
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

describe.each(testedEngines)('the embedded database ($engine engine)', ({ binDir }) => {
  it('keeps its data when it is stopped and started', async () => {
    const first = await startDatabase(binDir);
    await writeNote(first.url, 'before');
    await first.stop();
    expect(await readStartTime(await postmasterPid().catch(() => 0))).toBeUndefined();
    const second = await startDatabase(binDir);
    expect(await readNotes(second.url)).toEqual(['before']);
  });

  it('is durable, and can be reached only on this machine with its password', async () => {
    const { url } = await startDatabase(binDir, true);
    const shown = await withClient(url, (client) =>
      client.query(`select current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets,
        current_setting('server_encoding') as encoding,
        (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'guilda') as scram`),
    );
    expect(shown.rows[0]).toEqual({
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      scram: true,
    });
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await expect(readNotes(url.replace(/:[0-9a-f]+@/, ':wrong@'))).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('supports Portuguese: sort order, letter case, accents and word stems', async () => {
    const { url } = await startDatabase(binDir);
    await withClient(url, async (client) => {
      await client.query('create extension unaccent; create extension pg_trgm');
      const { rows } = await client.query(`select
        (select string_agg(word, ' ' order by word)
           from unnest(array['zebra', 'Ébano', 'casa', 'água', 'eco']) as word) as sorted,
        lower('ÁÇÃO') as lowered,
        unaccent('Ação') as plain,
        similarity('guilda', 'gulida') > 0.2 as similar,
        to_tsvector('portuguese', 'CORAÇÕES') @@ to_tsquery('portuguese', 'corações') as found`);
      expect(rows[0]).toEqual({
        sorted: 'água casa Ébano eco zebra',
        lowered: 'áção',
        plain: 'Acao',
        similar: true,
        found: true,
      });
    });
  });

  it('restarts by itself at the same address when PostgreSQL is killed', async () => {
    const { url } = await startDatabase(binDir);
    await writeNote(url, 'committed');
    await runBusyQuery(url);
    const killed = await postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(postmasterPid).not.toBe(killed);
    await expect.poll(() => readNotes(url)).toEqual(['committed']);
  });

  it('ends with the program that owns it', async () => {
    const { program, url = '' } = await runProgram({ binDir });
    await writeNote(url, 'committed');
    const pid = await postmasterPid();
    await killProgram(program);
    await expect.poll(() => readStartTime(pid)).toBeUndefined();
    expect(await readNotes((await startDatabase(binDir)).url)).toEqual(['committed']);
  });

  it('ends the processes that a killed program left running, also during a query', async () => {
    const { program, url = '' } = await runProgram({ binDir });
    await writeNote(url, 'committed');
    await runBusyQuery(url);
    const pid = await postmasterPid();
    for (const watch of await findProcessesByCommandPrefix('/bin/sh -c read -r _')) {
      if ((await readCommandLine(watch)).endsWith(` ${pid}`)) process.kill(watch, 'SIGKILL');
    }
    await killProgram(program);
    expect(await readStartTime(pid)).toBeDefined();
    const next = await startDatabase(binDir);
    expect(await readStartTime(pid)).toBeUndefined();
    expect(await readNotes(next.url)).toEqual(['committed']);
  });

  it('starts when both were killed and other processes have their process ids', async () => {
    const { program, url = '' } = await runProgram({ binDir });
    await writeNote(url, 'committed');
    const pid = await postmasterPid();
    const account = await stat(join(dataDir, 'cluster'));
    process.kill(pid, 'SIGKILL');
    await killProgram(program);
    const bearer = spawn('sleep', ['60'], asRoot ? { uid: account.uid, gid: account.gid } : {});
    startedPrograms.push(bearer);
    await once(bearer, 'spawn');
    const lockFile = join(dataDir, 'cluster', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, lock.replace(String(pid), String(bearer.pid)));
    for (const name of await readdir(dataDir)) {
      if (!name.startsWith('program-')) continue;
      const claim = await readFile(join(dataDir, name), 'utf8');
      await writeFile(join(dataDir, name), claim.replace(String(program.pid), String(bearer.pid)));
    }
    expect(await readNotes((await startDatabase(binDir)).url)).toEqual(['committed']);
    expect(bearer.signalCode).toBeNull();
  });

  it('stops within ten seconds during any query, and may be stopped twice', async () => {
    const engine = await startDatabase(binDir);
    await runBusyQuery(engine.url);
    const before = performance.now();
    await Promise.all([engine.stop(), engine.stop()]);
    expect(performance.now() - before).toBeLessThan(10_000);
    await startDatabase(binDir);
  });
});

describe('the embedded database', () => {
  it('refuses a second program with a clear message, and the first one keeps working', async () => {
    const first = await startDatabase();
    const second = await runProgram();
    expect(second.problem).toBe('in_use');
    expect(second.message).toContain('já está em uso');
    expect(second.message).toContain(String(process.pid));
    await expect(startDatabase()).rejects.toMatchObject({ problem: 'in_use' });
    await writeNote(first.url, 'still here');
    await first.stop();
    expect((await runProgram()).url).toBeDefined();
  });

  it('refuses a read-only folder with a clear message', async () => {
    await mkdir(join(dataFolder, 'closed'), { mode: 0o555 });
    dataDir = join(dataFolder, 'closed', 'database');
    const { problem, message } = await runProgram(asRoot ? { uid: NOBODY_UID } : {});
    expect(problem).toBe('data_dir');
    expect(message).toContain(dataDir);
    expect(message).toContain('não tem permissão');
  });

  it('refuses a path that is no folder with a clear message', async () => {
    await writeFile(join(dataFolder, 'file'), '');
    dataDir = join(dataFolder, 'file', 'database');
    await expect(startDatabase()).rejects.toMatchObject({ problem: 'data_dir' });
  });

  it('refuses to start with a clear message where PostgreSQL is not installed', async () => {
    const nowhere = join(dataFolder, 'nowhere');
    const refusal = await startDatabase(nowhere).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'EmbeddedDatabaseError', problem: 'no_engine' });
    expect(String(refusal)).toContain(nowhere);
  });

  it.skipIf(testedEngines.length < 2)(
    'refuses data of another major version, and does not change them',
    async () => {
      const first = await startDatabase();
      await writeNote(first.url, 'newer');
      await first.stop();
      await expect(startDatabase(SYSTEM_POSTGRES_BIN)).rejects.toMatchObject({
        problem: 'version',
      });
      expect(await readNotes((await startDatabase()).url)).toEqual(['newer']);
    },
  );

  it('refuses a port that is taken, naming it', async () => {
    const other = await startDatabase();
    const port = Number(new URL(other.url).port);
    const taken = startEmbeddedPostgres({
      dataDir: join(dataFolder, 'other'),
      port,
      durable: false,
      log: quietLog,
    });
    await expect(taken).rejects.toThrow(String(port));
  });

  it('repeats a first start that was interrupted', async () => {
    await mkdir(join(dataDir, 'cluster.new', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'password'), 'of the interrupted start');
    const { url } = await startDatabase();
    await writeNote(url, 'whole');
    expect(await readNotes(url)).toEqual(['whole']);
  });

  it('gets no signal from the terminal that interrupts the program', async () => {
    await startDatabase();
    const groupOf = async (pid: number) => {
      const line = await readFile(`/proc/${pid}/stat`, 'utf8');
      return line.slice(line.lastIndexOf(')')).split(' ')[3];
    };
    if (process.platform !== 'linux') return;
    expect(await groupOf(await postmasterPid())).not.toBe(await groupOf(process.pid));
  });

  it.runIf(asRoot && process.platform === 'linux')(
    'works for root in a folder that other users cannot open',
    async () => {
      await chmod(dataFolder, 0o700);
      const first = await startDatabase();
      await writeNote(first.url, 'hidden');
      await first.stop();
      expect(await readNotes((await startDatabase()).url)).toEqual(['hidden']);
      await expect(startDatabase(SYSTEM_POSTGRES_BIN)).rejects.toMatchObject({ problem: 'in_use' });
    },
  );

  it.runIf(asRoot && existsSync(SYSTEM_POSTGRES_BIN))(
    'names the parent folder that its account cannot open',
    async () => {
      await chmod(dataFolder, 0o700);
      const refusal = await startDatabase(SYSTEM_POSTGRES_BIN).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ problem: 'data_dir' });
      expect(String(refusal)).toContain(`não pode entrar em ${dataFolder}`);
    },
  );
});
