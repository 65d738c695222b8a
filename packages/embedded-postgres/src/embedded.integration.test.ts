import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../server/test/fixtures/server/template-database.ts';
import { killProgram, readNotes, runBusyQuery, writeNote } from '../test/busy-database.ts';
import { openEmbeddedFixture, runsAsRoot, testedEngines } from '../test/embedded-fixture.ts';
import { findProcessesByCommandPrefix, readCommandLine, readStartTime } from './processes.ts';

let fixture: Awaited<ReturnType<typeof openEmbeddedFixture>>;

beforeEach(async () => {
  fixture = await openEmbeddedFixture();
});
afterEach(() => fixture.close());

describe.each(testedEngines)('the embedded database ($engine engine)', ({ binDir }) => {
  it('keeps its data when it is stopped and started', async () => {
    const firstDatabase = await fixture.startDatabase(binDir);
    await writeNote(firstDatabase.url, 'before');
    await firstDatabase.stop();
    expect(await readStartTime(await fixture.postmasterPid().catch(() => 0))).toBeUndefined();
    const secondDatabase = await fixture.startDatabase(binDir);
    expect(await readNotes(secondDatabase.url)).toEqual(['before']);
  });

  it('is durable, and can be reached only on this machine with its password', async () => {
    const { url } = await fixture.startDatabase(binDir, true);
    const settingsResult = await withClient(url, (client) =>
      client.query(`select current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets,
        current_setting('server_encoding') as encoding,
        (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'guilda') as scram`),
    );
    expect(settingsResult.rows[0]).toEqual({
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      scram: true,
    });
    expect((await stat(join(fixture.dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(fixture.dataDir)).mode & 0o777).toBe(0o700);
    await expect(readNotes(url.replace(/:[0-9a-f]+@/, ':wrong@'))).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('supports Portuguese: sort order, letter case, accents and word stems', async () => {
    const { url } = await fixture.startDatabase(binDir);
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
    const { url } = await fixture.startDatabase(binDir);
    await writeNote(url, 'committed');
    await runBusyQuery(url);
    const killedPid = await fixture.postmasterPid();
    process.kill(killedPid, 'SIGKILL');
    await expect.poll(fixture.postmasterPid).not.toBe(killedPid);
    await expect.poll(() => readNotes(url)).toEqual(['committed']);
  });

  it('ends with the program that owns it', async () => {
    const { program, url = '' } = await fixture.runProgram({ binDir });
    await writeNote(url, 'committed');
    const pid = await fixture.postmasterPid();
    await killProgram(program);
    await expect.poll(() => readStartTime(pid)).toBeUndefined();
    expect(await readNotes((await fixture.startDatabase(binDir)).url)).toEqual(['committed']);
  });

  it('ends the processes that a killed program left running, also during a query', async () => {
    const { program, url = '' } = await fixture.runProgram({ binDir });
    await writeNote(url, 'committed');
    await runBusyQuery(url);
    const pid = await fixture.postmasterPid();
    for (const watchPid of await findProcessesByCommandPrefix('/bin/sh -c read -r _')) {
      if ((await readCommandLine(watchPid)).endsWith(` ${pid}`)) process.kill(watchPid, 'SIGKILL');
    }
    await killProgram(program);
    expect(await readStartTime(pid)).toBeDefined();
    const nextDatabase = await fixture.startDatabase(binDir);
    expect(await readStartTime(pid)).toBeUndefined();
    expect(await readNotes(nextDatabase.url)).toEqual(['committed']);
  });

  it('starts when both were killed and other processes have their process ids', async () => {
    const { program, url = '' } = await fixture.runProgram({ binDir });
    await writeNote(url, 'committed');
    const pid = await fixture.postmasterPid();
    const clusterStats = await stat(join(fixture.dataDir, 'cluster'));
    process.kill(pid, 'SIGKILL');
    await killProgram(program);
    const unrelatedProcess = spawn(
      'sleep',
      ['60'],
      runsAsRoot ? { uid: clusterStats.uid, gid: clusterStats.gid } : {},
    );
    fixture.startedPrograms.push(unrelatedProcess);
    await once(unrelatedProcess, 'spawn');
    const lockFile = join(fixture.dataDir, 'cluster', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, lock.replace(String(pid), String(unrelatedProcess.pid)));
    for (const name of await readdir(fixture.dataDir)) {
      if (!name.startsWith('program-')) continue;
      const claim = await readFile(join(fixture.dataDir, name), 'utf8');
      await writeFile(
        join(fixture.dataDir, name),
        claim.replace(String(program.pid), String(unrelatedProcess.pid)),
      );
    }
    expect(await readNotes((await fixture.startDatabase(binDir)).url)).toEqual(['committed']);
    expect(unrelatedProcess.signalCode).toBeNull();
  });

  it('stops within ten seconds during any query, and may be stopped twice', async () => {
    const engine = await fixture.startDatabase(binDir);
    await runBusyQuery(engine.url);
    const startedAt = performance.now();
    await Promise.all([engine.stop(), engine.stop()]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await fixture.startDatabase(binDir);
  });
});
