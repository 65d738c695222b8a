import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { type QueueRequest, readQueue } from './queue-queries.ts';

const ROW_COUNT = 20_000;
const PAGE_LIMIT = 20;

let fixture: ModerationQueueFixture;
let adminUid: string;

/** Inserts settled withdrawals and succeeded refunds; every hundredth refund was made by the team. */
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
  const { id, seller } = await fixture.buildOrder();
  const timesSql = `now() - n * interval '2 minutes', now() - n * interval '1 minute'
    FROM generate_series(1, ${ROW_COUNT}) n`;
  await fixture.pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, by_team, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 1, 'seller', 'succeeded', n % 100 = 0, ${timesSql}`,
    [id],
  );
  await fixture.pool.query(
    `INSERT INTO withdrawals
       (id, owner_id, amount, pix_key_kind, pix_key, status, decided_by, created_at, decided_at)
     SELECT gen_random_uuid(), $1, 5000, 'email', 'a@b.example', 'settled', $2::uuid, ${timesSql}`,
    [seller, adminUid],
  );
  // Updates the statistics of the tables, as autovacuum does in a long-lived database.
  await fixture.pool.query('VACUUM ANALYZE');
});
afterAll(() => fixture.close());

/** Reads a page of the queue and returns the execution plan of its query. */
async function readQueryPlan(request: QueueRequest): Promise<string> {
  let plan = '';
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await fixture.pool.query(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`,
      values,
    );
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return { rows: [] };
  };
  await readQueue({ query } as never, request);
  return plan;
}

describe('closed withdrawals and refunds', () => {
  it.each([
    ['refund', ['refunds_of_team']],
    ['withdrawal', ['withdrawals_decided']],
    [null, ['refunds_of_team', 'withdrawals_decided']],
  ] as const)('is read off an index, wherever the page is: %s', async (kind, indexes) => {
    const queueRequest = {
      state: 'closed',
      kind,
      reader: adminUid,
      limit: PAGE_LIMIT,
      now: new Date(),
    } as const;
    const page = await readQueue(fixture.pool, { ...queueRequest, after: null });
    const lastItem = page.at(-1);
    if (!lastItem) throw new Error('nothing was decided');
    for (const afterCursor of [null, { key: lastItem.key, id: lastItem.itemId }]) {
      const plan = await readQueryPlan({ ...queueRequest, after: afterCursor });
      for (const index of indexes) expect(plan).toContain(`using ${index}`);
      const rowCounts = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops=(\d+)/g)].map(
        ([, rows, loops]) => Number(rows) * Number(loops),
      );
      // No node of the plan returns many more rows than one page of each table.
      expect(Math.max(...rowCounts)).toBeLessThan(300);
    }
  });

  it('do not include refunds that succeeded without the team', async () => {
    const queueRequest = {
      state: 'closed',
      kind: 'refund',
      reader: adminUid,
      after: null,
      now: new Date(),
    } as const;
    expect(await readQueue(fixture.pool, { ...queueRequest, limit: ROW_COUNT })).toHaveLength(
      ROW_COUNT / 100,
    );
  });
});
