import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../server/test/fixtures/server/quiet-log.ts';
import { readNotes, writeNote } from '../test/busy-database.ts';
import {
  openEmbeddedFixture,
  runsAsRoot,
  SYSTEM_POSTGRES_BIN,
  testedEngines,
} from '../test/embedded-fixture.ts';
import { startEmbeddedPostgres } from './index.ts';

const NOBODY_UID = 65_534;

let fixture: Awaited<ReturnType<typeof openEmbeddedFixture>>;

beforeEach(async () => {
  fixture = await openEmbeddedFixture();
});
afterEach(() => fixture.close());

describe('the embedded database', () => {
  it('refuses a second program with a clear message, and the first one keeps working', async () => {
    const firstDatabase = await fixture.startDatabase();
    const secondProgram = await fixture.runProgram();
    expect(secondProgram.problem).toBe('in_use');
    expect(secondProgram.message).toContain('já está em uso');
    expect(secondProgram.message).toContain(String(process.pid));
    await expect(fixture.startDatabase()).rejects.toMatchObject({ problem: 'in_use' });
    await writeNote(firstDatabase.url, 'still here');
    await firstDatabase.stop();
    expect((await fixture.runProgram()).url).toBeDefined();
  });

  it('refuses a read-only folder with a clear message', async () => {
    await mkdir(join(fixture.dataFolder, 'closed'), { mode: 0o555 });
    fixture.dataDir = join(fixture.dataFolder, 'closed', 'database');
    const { problem, message } = await fixture.runProgram(runsAsRoot ? { uid: NOBODY_UID } : {});
    expect(problem).toBe('data_dir');
    expect(message).toContain(fixture.dataDir);
    expect(message).toContain('não tem permissão');
  });

  it('refuses a path that is no folder with a clear message', async () => {
    await writeFile(join(fixture.dataFolder, 'file'), '');
    fixture.dataDir = join(fixture.dataFolder, 'file', 'database');
    await expect(fixture.startDatabase()).rejects.toMatchObject({ problem: 'data_dir' });
  });

  it('refuses to start with a clear message where PostgreSQL is not installed', async () => {
    const missingFolder = join(fixture.dataFolder, 'nowhere');
    const refusal = await fixture.startDatabase(missingFolder).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'EmbeddedDatabaseError', problem: 'no_engine' });
    expect(String(refusal)).toContain(missingFolder);
  });

  it.skipIf(testedEngines.length < 2)(
    'refuses data of another major version, and does not change them',
    async () => {
      const firstDatabase = await fixture.startDatabase();
      await writeNote(firstDatabase.url, 'newer');
      await firstDatabase.stop();
      await expect(fixture.startDatabase(SYSTEM_POSTGRES_BIN)).rejects.toMatchObject({
        problem: 'version',
      });
      expect(await readNotes((await fixture.startDatabase()).url)).toEqual(['newer']);
    },
  );

  it('refuses a port that is taken, naming it', async () => {
    const otherDatabase = await fixture.startDatabase();
    const port = Number(new URL(otherDatabase.url).port);
    const startOnTakenPort = startEmbeddedPostgres({
      dataDir: join(fixture.dataFolder, 'other'),
      port,
      durable: false,
      log: quietLog,
    });
    await expect(startOnTakenPort).rejects.toThrow(String(port));
  });

  it('completes a first start that was interrupted', async () => {
    await mkdir(join(fixture.dataDir, 'cluster.new', 'base'), { recursive: true });
    await writeFile(join(fixture.dataDir, 'password'), 'of the interrupted start');
    const { url } = await fixture.startDatabase();
    await writeNote(url, 'whole');
    expect(await readNotes(url)).toEqual(['whole']);
  });

  it('gets no signal from the terminal that interrupts the program', async () => {
    await fixture.startDatabase();
    const groupOf = async (pid: number) => {
      const line = await readFile(`/proc/${pid}/stat`, 'utf8');
      return line.slice(line.lastIndexOf(')')).split(' ')[3];
    };
    if (process.platform !== 'linux') return;
    expect(await groupOf(await fixture.postmasterPid())).not.toBe(await groupOf(process.pid));
  });

  it.runIf(runsAsRoot && process.platform === 'linux')(
    'works for root in a folder that other users cannot open',
    async () => {
      await chmod(fixture.dataFolder, 0o700);
      const firstDatabase = await fixture.startDatabase();
      await writeNote(firstDatabase.url, 'hidden');
      await firstDatabase.stop();
      expect(await readNotes((await fixture.startDatabase()).url)).toEqual(['hidden']);
      await expect(fixture.startDatabase(SYSTEM_POSTGRES_BIN)).rejects.toMatchObject({
        problem: 'in_use',
      });
    },
  );

  it.runIf(runsAsRoot && existsSync(SYSTEM_POSTGRES_BIN))(
    'names the parent folder that its account cannot open',
    async () => {
      await chmod(fixture.dataFolder, 0o700);
      const refusal = await fixture
        .startDatabase(SYSTEM_POSTGRES_BIN)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ problem: 'data_dir' });
      expect(String(refusal)).toContain(`não pode entrar em ${fixture.dataFolder}`);
    },
  );
});
