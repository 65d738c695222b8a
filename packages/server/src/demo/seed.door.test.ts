import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { assertLedgerBalanced } from '../../test/ledger.ts';
import { demoOrders } from './orders.ts';
import { demoPeople } from './people.ts';
import { needsDemo, seedDemo } from './seed.ts';
import { demoServices } from './services.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const count = async (table: string) =>
  Number((await app.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

/** Kinds of files that somebody bought. */
async function kindsSold(): Promise<string[]> {
  const { rows } = await app.pool.query(
    `SELECT DISTINCT kind FROM order_archives o JOIN archives a ON a.id = o.archive_id ORDER BY 1`,
  );
  return rows.map((row) => row.kind as string);
}

/** A start that is cut off when the first order is taken. */
async function cutOff(): Promise<void> {
  const { app: program } = app.program;
  const say = (line: string) => {
    if (line.includes('pedidos')) throw new Error('cut off');
  };
  await expect(seedDemo({ app: program, pool: app.pool, say })).rejects.toThrow('cut off');
}

it('is put into an empty house once, and finished where a start was cut off', {
  timeout: 60_000,
}, async () => {
  expect(await needsDemo(app.pool)).toBe(true);
  await cutOff();
  expect(await needsDemo(app.pool)).toBe(true);
  await seedDemo({ app: app.program.app, pool: app.pool, say: () => undefined });
  expect(await needsDemo(app.pool)).toBe(false);
  expect(await count('users')).toBe(demoPeople.length);
  expect(await count('services')).toBe(demoServices.length);
  expect(await count('payments')).toBe(demoOrders.length);
  const { rows } = await app.pool.query('SELECT DISTINCT service_status FROM payments ORDER BY 1');
  expect(rows.map((row) => row.service_status)).toEqual([
    'awaiting_payment',
    'awaiting_start',
    'complete',
    'in_progress',
  ]);
  expect(await count("services WHERE type = 'media' AND archives <> '[]'")).toBe(3);
  expect(await count('archives WHERE service_id IS NULL OR removed_at IS NOT NULL')).toBe(0);
  expect(await kindsSold()).toEqual(['GIF', 'JPG', 'MP4', 'PNG']);
  expect(await count("services WHERE adult OR category = 'nudez'")).toBe(0);
  await assertLedgerBalanced(app.pool);
});
