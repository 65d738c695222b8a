import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseAt, testDatabasePrefix, withClient } from './template.ts';

/** A throw-away database. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, ending whatever is still connected. */
  drop(): Promise<void>;
}

/**
 * A database of one's own: a clone with all migrations applied, or an empty one. Call it once for
 * each test file and drop it in `afterAll`.
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const template = empty ? 'template0' : inject('databaseTemplate');
  const name = testDatabasePrefix() + randomBytes(4).toString('hex');
  await withClient(adminUrl, (admin) =>
    admin.query(`create database ${name} template ${template}`),
  );
  return {
    url: databaseAt(adminUrl, name),
    drop: async () => {
      await withClient(adminUrl, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}
