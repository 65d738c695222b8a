import type { TestProject } from 'vitest/node';
import { ensureTemplate } from './fixtures/server/template-database.ts';
import { openTestEngine } from './fixtures/server/test-engine.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a database of the tests' engine, with an account that may create databases. */
    databaseAdminUrl: string;
    /** Name of the database with all migrations applied that tests clone. */
    databaseTemplate: string;
  }
}

/**
 * Starts one database engine for the whole test run.
 * @returns a function that stops it
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await openTestEngine();
  try {
    project.provide('databaseAdminUrl', engine.url);
    project.provide('databaseTemplate', await ensureTemplate(engine.url));
    return engine.end;
  } catch (error) {
    await engine.end();
    throw error;
  }
}
