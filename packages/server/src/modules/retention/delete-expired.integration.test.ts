import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { deleteExpired } from './delete-expired.ts';

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

it('the deletion of expired rows continues after a failing rule and reports it', async () => {
  await database.pool.query(`INSERT INTO webhook_events (provider, event_id, received_at)
    VALUES ('late', 'one', now() - interval '91 days')`);
  const failingRule = { name: 'nothing', statement: () => sql`SELECT 1 / 0` };
  const workingRule = {
    name: 'webhooks',
    statement: () => sql`DELETE FROM webhook_events WHERE provider = 'late'`,
  };
  const deleteDue = deleteExpired({ database, log: quietLog }, [failingRule, workingRule]);
  await expect(deleteDue(new AbortController().signal)).rejects.toThrow();
  const { rowCount } = await database.pool.query('SELECT FROM webhook_events');
  expect(rowCount).toBe(0);
});

it('the deletion of expired rows runs no rule once the program ends', async () => {
  const statement = () => {
    throw new Error('The rule was run.');
  };
  await deleteExpired({ database, log: quietLog }, [{ name: 'nothing', statement }])(
    AbortSignal.abort(),
  );
});
