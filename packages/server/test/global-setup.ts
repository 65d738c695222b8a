import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { fastestTempDir } from './fixtures/server/database-folder.ts';
import { quietLog } from './fixtures/server/quiet-log.ts';
import { ensureTemplate } from './fixtures/server/template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a database of the tests' engine, by an account that may create others. */
    databaseAdminUrl: string;
    /** Name of the database with all migrations applied that tests clone. */
    databaseTemplate: string;
  }
}

/** A folder younger than this may belong to a run that is just starting. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * One engine for a whole run of the tests: the one at `TEST_DATABASE_URL`, else one of our own in a
 * temporary folder.
 * @returns what ends it
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const engine = given === undefined ? await startEngine() : { url: given, end: async () => {} };
  try {
    project.provide('databaseAdminUrl', engine.url);
    project.provide('databaseTemplate', await ensureTemplate(engine.url));
    return engine.end;
  } catch (error) {
    await engine.end();
    throw error;
  }
}

async function startEngine(): Promise<{ url: string; end(): Promise<void> }> {
  const runs = join(await fastestTempDir(), `guilda-tests-${userInfo().uid}`);
  await mkdir(runs, { recursive: true });
  await removeAbandoned(runs);
  const dataDir = join(runs, randomUUID());
  const engine = await startEmbeddedPostgres({
    dataDir,
    binDir: process.env['PG_BIN'],
    durable: false,
    log: quietLog,
  });
  const end = async () => {
    await engine.stop();
    await removeEmbeddedPostgres(dataDir, quietLog);
  };
  return { url: engine.url, end };
}

/** Removes leftovers of killed runs; those of running ones are still in use and stay. */
async function removeAbandoned(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const folder = join(runs, name);
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) continue;
    await removeEmbeddedPostgres(folder, quietLog).catch(() => undefined);
  }
}
