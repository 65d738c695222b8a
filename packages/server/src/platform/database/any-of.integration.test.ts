import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { isAnyOf } from './any-of.ts';
import { createDatabase, type Database } from './pool.ts';
import { isNull, pgTable, timestamp, uuid } from './query-builder.ts';

const jobsTable = pgTable('jobs', { id: uuid().primaryKey(), startedAt: timestamp('started_at') });

/** Kinds of plans that are switched off, so that the planner runs a subquery once for each row. */
const DISABLED_PLANS = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort'];

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  const url = new URL(testDatabase.url);
  const settings = DISABLED_PLANS.map((plan) => `-c enable_${plan}=off`);
  url.searchParams.set('options', settings.join(' '));
  database = createDatabase(url.href, { log: quietLog });
  await database.pool.query('CREATE TABLE jobs (id uuid PRIMARY KEY, started_at timestamp)');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('a limited subquery that locks rows selects no more than its limit, whatever the plan', async () => {
  await database.pool.query(
    'INSERT INTO jobs SELECT gen_random_uuid() FROM generate_series(1, 30)',
  );
  const nextJobs = database.db
    .select({ id: jobsTable.id })
    .from(jobsTable)
    .where(isNull(jobsTable.startedAt))
    .orderBy(jobsTable.id)
    .limit(5)
    .for('update', { skipLocked: true });
  const startedJobs = await database.db
    .update(jobsTable)
    .set({ startedAt: new Date() })
    .where(isAnyOf(jobsTable.id, nextJobs))
    .returning();
  expect(startedJobs).toHaveLength(5);
});
