import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fastestTempDir } from '../../server/test/fixtures/server/database-folder.ts';
import { quietLog } from '../../server/test/fixtures/server/quiet-log.ts';
import { findBundledPackage } from '../src/bundled.ts';
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/index.ts';
import { killProgram } from './busy-database.ts';

const PROGRAM_FILE = fileURLToPath(new URL('embedded-program.ts', import.meta.url));
export const SYSTEM_POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
export const runsAsRoot = process.getuid?.() === 0;
export const testedEngines = [
  { engine: 'bundled', binDir: undefined, isInstalled: findBundledPackage() !== undefined },
  { engine: 'system', binDir: SYSTEM_POSTGRES_BIN, isInstalled: existsSync(SYSTEM_POSTGRES_BIN) },
].filter(({ isInstalled }) => isInstalled);

/** Creates a temporary folder for databases and programs; `close` stops them and deletes the folder. */
export async function openEmbeddedFixture() {
  const dataFolder = await mkdtemp(join(await fastestTempDir(), 'guilda-embedded-'));
  await chmod(dataFolder, 0o755);
  const startedClusters: EmbeddedPostgres[] = [];
  const startedPrograms: ChildProcess[] = [];
  const fixture = {
    dataFolder,
    /** Data folder of the next database; a test may set another one. */
    dataDir: join(dataFolder, 'database'),
    startedPrograms,
    /**
     * Starts the database, without flushing writes to the disk unless `isDurable`. Flushing would protect only against
     * a power loss, not against a killed process, and it makes the tests slower.
     */
    startDatabase: async (binDir?: string, isDurable = false): Promise<EmbeddedPostgres> => {
      const { dataDir } = fixture;
      const options = { dataDir, binDir, durable: isDurable, log: quietLog };
      const engine = await startEmbeddedPostgres(options);
      startedClusters.push(engine);
      return engine;
    },
    /** Runs another program on the data folder and waits for its output. */
    runProgram: async (options: { uid?: number; binDir?: string | undefined } = {}) => {
      const { uid, binDir } = options;
      const args = [PROGRAM_FILE, fixture.dataDir, ...(binDir === undefined ? [] : [binDir])];
      const program = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit'],
        ...(uid === undefined ? {} : { uid, gid: uid }),
      });
      startedPrograms.push(program);
      const endedWithoutOutput = once(program, 'exit').then(() => [
        '{"problem":"ended without a word"}',
      ]);
      const [line] = await Promise.race([
        once(createInterface({ input: program.stdout }), 'line'),
        endedWithoutOutput,
      ]);
      const report = JSON.parse(String(line)) as {
        url?: string;
        problem?: string;
        message?: string;
      };
      return { program, ...report };
    },
    postmasterPid: async (): Promise<number> =>
      Number.parseInt(
        await readFile(join(fixture.dataDir, 'cluster', 'postmaster.pid'), 'utf8'),
        10,
      ),
    close: async () => {
      for (const program of startedPrograms) await killProgram(program);
      for (const engine of startedClusters) await engine.stop();
      await removeEmbeddedPostgres(fixture.dataDir, quietLog).catch(() => undefined);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return fixture;
}
