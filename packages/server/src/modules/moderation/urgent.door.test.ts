import { randomUUID } from 'node:crypto';
import { deskHours } from '@guilda/contract/severity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';

const HOUR_MS = 3_600_000;

let rig: DeskRig;
let admin: string;

beforeAll(async () => {
  rig = await deskRig();
  admin = await rig.admin();
});
afterAll(() => rig.close());

const urgent = async (query: Readonly<Record<string, string>> = {}) =>
  (await rig.desk(admin).listQueue({ query: query as never })).urgent;

/** Makes something have waited for that long. */
const wait = (table: string, id: string, hours: number) =>
  rig.pool.query(`UPDATE ${table} SET created_at = $2 WHERE id = $1`, [
    id,
    new Date(rig.clock.now().getTime() - hours * HOUR_MS),
  ]);

async function money(): Promise<{ withdrawal: string; refund: string }> {
  const { id: order, seller } = await rig.order();
  const [withdrawal, refund] = [randomUUID(), randomUUID()];
  await rig.pool.query(
    `INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key)
     VALUES ($1, $2, 5000, 'email', 'a@b.example')`,
    [withdrawal, seller],
  );
  await rig.pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, created_at, updated_at)
     VALUES ($1, $2, 4990, 'seller', 'failed', now(), now())`,
    [refund, order],
  );
  return { withdrawal, refund };
}

it('the queue counts what is urgent or late, whatever part of it is asked for', async () => {
  const [ana, joao] = [await rig.person(), await rig.person()];
  const minor = await rig.tellOf(ana, joao, { minor: true });
  const normal = await rig.tellOf(ana, joao);
  const low = await rig.feedback(ana);
  const { withdrawal, refund } = await money();
  const rows = [
    ['cases', normal.id, deskHours.normal],
    ['cases', low.id, deskHours.low],
    ['refunds', refund, deskHours.high],
    ['withdrawals', withdrawal, deskHours.normal],
  ] as const;
  for (const [table, id, hours] of rows) await wait(table, id, hours - 1);
  expect(await urgent()).toBe(1);
  for (const [index, [table, id, hours]] of rows.entries()) {
    await wait(table, id, hours);
    expect([table, await urgent()]).toEqual([table, index + 2]);
  }
  // Late too, and counted once.
  await wait('cases', minor.id, deskHours.urgent + 1);
  expect(await urgent({ kind: 'feedback', limit: '1' })).toBe(5);
  await rig.desk(admin).decideCase({
    params: { id: minor.id },
    body: { outcome: 'dismissed', reason: 'Não há menor.', actions: [] },
  });
  expect(await urgent({ state: 'closed' })).toBe(4);
});
