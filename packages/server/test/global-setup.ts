import type { TestProject } from 'vitest/node';
import { SERVER_TIMEOUTS } from '../src/platform/database/pool.ts';
import { type Pgbouncer, startPgbouncer } from './fixtures/server/pgbouncer.ts';
import { ensureTemplate } from './fixtures/server/template-database.ts';
import { openTestEngine } from './fixtures/server/test-engine.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a database of the tests' engine, with an account that may create databases. */
    databaseAdminUrl: string;
    /** URL of the same database through PgBouncer in a run with `TEST_PGBOUNCER`, else `databaseAdminUrl`. */
    databasePooledUrl: string;
    /** Name of the database with all migrations applied that tests clone. */
    databaseTemplate: string;
  }
}

/**
 * Starts the PgBouncer whose path is in `TEST_PGBOUNCER` in front of the engine; null without the variable. Pools of
 * tests request timeouts as startup parameters, which PgBouncer refuses by default. Here it ignores these parameters,
 * because its connections to the engine have the same timeouts.
 */
async function startTestPgbouncer(engineUrl: string): Promise<Pgbouncer | null> {
  const program = process.env['TEST_PGBOUNCER'];
  if (!program) return null;
  return startPgbouncer(program, engineUrl, {
    ignore_startup_parameters: Object.keys(SERVER_TIMEOUTS).join(','),
    // Idle connections are closed soon: every test file uses another database, and the server allows 100 connections.
    server_idle_timeout: '2',
  });
}

/**
 * Starts one database engine for the whole test run.
 * @returns a function that stops it
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await openTestEngine();
  let bouncer: Pgbouncer | null = null;
  try {
    bouncer = await startTestPgbouncer(engine.url);
    project.provide('databaseAdminUrl', engine.url);
    project.provide('databasePooledUrl', bouncer?.through(engine.url) ?? engine.url);
    project.provide('databaseTemplate', await ensureTemplate(engine.url));
    return async () => {
      await bouncer?.stop();
      await engine.end();
    };
  } catch (error) {
    await bouncer?.stop();
    await engine.end();
    throw error;
  }
}
