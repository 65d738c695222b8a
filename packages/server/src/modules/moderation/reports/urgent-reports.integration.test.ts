import { randomUUID } from 'node:crypto';
import { hoursToDecide } from '@guilda/contract/moderation/severity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';

const HOUR_MS = 3_600_000;

let fixture: ModerationQueueFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());

const listUrgent = async (query: Readonly<Record<string, string>> = {}) =>
  (await fixture.queueOf(adminUid).listQueue({ query: query as never })).urgent;

/** Moves the creation of a queue item `hours` into the past. */
const backdateRow = (table: string, id: string, hours: number) =>
  fixture.pool.query(`UPDATE ${table} SET created_at = $2 WHERE id = $1`, [
    id,
    new Date(fixture.clock.now().getTime() - hours * HOUR_MS),
  ]);

async function createMoneyItems(): Promise<{ withdrawal: string; refund: string }> {
  const { id: orderId, seller } = await fixture.buildOrder();
  const [withdrawal, refund] = [randomUUID(), randomUUID()];
  await fixture.pool.query(
    `INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key)
     VALUES ($1, $2, 5000, 'email', 'a@b.example')`,
    [withdrawal, seller],
  );
  await fixture.pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, created_at, updated_at)
     VALUES ($1, $2, 4990, 'seller', 'failed', now(), now())`,
    [refund, orderId],
  );
  return { withdrawal, refund };
}

it('the queue counts urgent and overdue items, whatever the filter is', async () => {
  const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
  const minorReport = await fixture.report(ana, joao, { minor: true });
  const normalReport = await fixture.report(ana, joao);
  const lowFeedback = await fixture.sendFeedback(ana);
  const { withdrawal, refund } = await createMoneyItems();
  const rows = [
    ['cases', normalReport.id, hoursToDecide.normal],
    ['cases', lowFeedback.id, hoursToDecide.low],
    ['refunds', refund, hoursToDecide.high],
    ['withdrawals', withdrawal, hoursToDecide.normal],
  ] as const;
  for (const [table, id, hours] of rows) await backdateRow(table, id, hours - 1);
  expect(await listUrgent()).toBe(1);
  for (const [index, [table, id, hours]] of rows.entries()) {
    await backdateRow(table, id, hours);
    expect([table, await listUrgent()]).toEqual([table, index + 2]);
  }
  // An urgent item that is overdue as well is counted once.
  await backdateRow('cases', minorReport.id, hoursToDecide.urgent + 1);
  expect(await listUrgent({ kind: 'feedback', limit: '1' })).toBe(5);
  await fixture.queueOf(adminUid).decideCase({
    params: { id: minorReport.id },
    body: { outcome: 'dismissed', reason: 'Não há menor.', actions: [] },
  });
  expect(await listUrgent({ state: 'closed' })).toBe(4);
});
