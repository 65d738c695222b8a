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
  expect(await count("services WHERE adult OR category = 'nudez'")).toBe(0);
  await assertLedgerBalanced(app.pool);
});
