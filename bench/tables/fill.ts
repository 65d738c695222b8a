import type pg from 'pg';
import { migrate } from '../../packages/server/src/platform/database/migrate.ts';
import { createDatabase } from '../../packages/server/src/platform/database/pool.ts';
import { migrateQueue } from '../../packages/server/src/platform/jobs/queue.ts';
import { quietLog } from '../../packages/server/test/fixtures/server/quiet-log.ts';
import {
  databaseAt,
  withClient,
} from '../../packages/server/test/fixtures/server/template-database.ts';
import {
  conversationStatements,
  MESSAGE_COUNT_STEP,
  messageStatement,
  notificationStatements,
  orderStatements,
  placeStatements,
  TICK_COUNT,
} from './fill-statements.ts';

/** Number of statements that insert the messages. */
const MESSAGE_STATEMENT_COUNT = 20;

/** Tables whose indexes are built after the fill. */
const filledTables = [
  ...['users', 'conversations', 'conversation_members', 'inboxes', 'messages', 'notifications'],
  ...['notification_facts', 'posts', 'post_likes', 'payments', 'payment_steps'],
];

// Triggers and foreign keys are not checked, because the rows agree and nobody listens.
const sessionSettings = `SET session_replication_role = replica; SET synchronous_commit = off;
  SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'`;

/** The parts of a table that are removed for the fill: unique constraints without references to them, and indexes. */
const removablePartsQuery = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM pg_constraint c WHERE conrelid = ANY($1::regclass[]) AND contype IN ('p', 'u')
    AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = c.conindid)
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index i WHERE indrelid = ANY($1::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;

/** Runs `fill` while the filled tables have no indexes, and builds the indexes afterwards. */
async function fillWithoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ remove: string; restore: string }>(removablePartsQuery, [
    filledTables,
  ]);
  for (const { remove } of rows) await client.query(remove);
  await fill();
  for (const { restore } of rows) await client.query(restore);
}

async function fillTables(
  client: pg.Client,
  count: number,
  print: (line: string) => void,
): Promise<void> {
  await client.query(sessionSettings);
  await fillWithoutIndexes(client, async () => {
    for (const statement of [...placeStatements(count), ...conversationStatements])
      await client.query(statement);
    const ticksPerStatement = TICK_COUNT / MESSAGE_STATEMENT_COUNT;
    for (let tick = 0; tick < TICK_COUNT; tick += ticksPerStatement)
      await client.query(messageStatement(count), [tick, tick + ticksPerStatement - 1]);
    print(`  ${count} messages are stored…`);
    for (const statement of [...notificationStatements(count), ...orderStatements(count)])
      await client.query(statement);
    print('  Building their indexes…');
  });
  await client.query('VACUUM (ANALYZE, FREEZE)');
  await client.query('CHECKPOINT');
}

/**
 * Returns the URL of a database with `count` messages, half as many notifications and a tenth as many steps of orders.
 * Creates the database unless an earlier run has filled it completely; migrations that are new since then are applied.
 */
export async function ensureFilledDatabase(
  adminUrl: string,
  count: number,
  print: (line: string) => void,
): Promise<string> {
  if (count % MESSAGE_COUNT_STEP !== 0)
    throw new Error(`BENCH_MESSAGES must be multiples of ${MESSAGE_COUNT_STEP}, not ${count}`);
  const name = `messages_${count}`;
  const url = databaseAt(adminUrl, name);
  await withClient(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    print(`  Filling a database with ${count} messages…`);
    await admin.query(`DROP DATABASE IF EXISTS ${name}_draft`);
    await admin.query(`CREATE DATABASE ${name}_draft TEMPLATE template0 ENCODING 'UTF8'`);
    const draftUrl = databaseAt(adminUrl, `${name}_draft`);
    await migrateAll(draftUrl);
    await withClient(draftUrl, (client) => fillTables(client, count, print));
    await admin.query(`ALTER DATABASE ${name}_draft RENAME TO ${name}`);
  });
  const startedAt = performance.now();
  if ((await migrateAll(url)).length > 0)
    print(`  Migrated ${name} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  return url;
}

/** Applies the migrations of the program and of its job queue. */
async function migrateAll(url: string): Promise<string[]> {
  const names = await migrate(url, quietLog);
  const database = createDatabase(url, { log: quietLog, max: 2 });
  await migrateQueue({ database, log: quietLog }).finally(() => database.close());
  return names;
}
