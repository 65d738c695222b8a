import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWalletFixture,
  type WalletFixture,
} from '../../../../test/fixtures/modules/money/wallet-fixture.ts';
import { drizzle } from '../../../platform/database/query-builder.ts';
import { listStatementLines, type StatementPageQuery } from './statement-store.ts';

const SALE_COUNT = 20_000;
const SALES_AT_ONE_INSTANT = 600;

let fixture: WalletFixture;
let sellerUid: string;

beforeAll(async () => {
  fixture = await createWalletFixture();
  sellerUid = await fixture.buildPerson();
  await fixture.buildSales(sellerUid, SALE_COUNT, 60);
  // Updates the statistics of the query planner, as autovacuum does in a database that has been in use for a while.
  await fixture.pool.query('VACUUM ANALYZE');
});

afterAll(() => fixture.close());

/** Returns the execution plan of the query for a page. */
async function explainPage(pageQuery: StatementPageQuery): Promise<string> {
  const loggedQueries: { text: string; values: unknown[] }[] = [];
  const loggingDb = drizzle({
    client: fixture.pool,
    logger: { logQuery: (text, values) => loggedQueries.push({ text, values }) },
  });
  await listStatementLines(loggingDb, sellerUid, pageQuery);
  const { text, values } = loggedQueries[0] ?? { text: '', values: [] };
  const { rows } = await fixture.pool.query(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`,
    values,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it('reads any page of a long history from its index', async () => {
  const lines = await listStatementLines(fixture.database.db, sellerUid, {
    limit: 50,
    afterCursor: null,
  });
  const middleRows = await fixture.pool.query(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key,
       transaction_id AS id FROM ledger_entries
     WHERE owner_id = $1 ORDER BY created_at DESC, transaction_id DESC OFFSET $2 LIMIT 1`,
    [sellerUid, SALE_COUNT],
  );
  for (const afterCursor of [null, lines[40] ?? null, middleRows.rows[0]]) {
    const plan = await explainPage({ limit: 50, afterCursor });
    expect(plan).toContain('using ledger_entries_statement');
    // Every node of the plan returns about one page, not the history.
    const rowCounts = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops=(\d+)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    );
    expect(rowCounts.length).toBeGreaterThan(3);
    expect(Math.max(...rowCounts)).toBeLessThan(200);
  }
});

it('pages through it without a gap or a repeat, all of one instant', async () => {
  const sellerWithEqualTimes = await fixture.buildPerson();
  await fixture.buildSales(sellerWithEqualTimes, SALES_AT_ONE_INSTANT);
  const listedIds = new Set<string>();
  let lineCount = 0;
  let afterCursor: StatementPageQuery['afterCursor'] = null;
  for (;;) {
    const lines = await listStatementLines(fixture.database.db, sellerWithEqualTimes, {
      limit: 100,
      afterCursor,
    });
    const page = lines.slice(0, 100);
    for (const { id } of page) listedIds.add(id);
    lineCount += page.length;
    const lastEntry = page.at(-1);
    if (lines.length <= 100 || !lastEntry) break;
    afterCursor = lastEntry;
  }
  expect([lineCount, listedIds.size]).toEqual([2 * SALES_AT_ONE_INSTANT, 2 * SALES_AT_ONE_INSTANT]);
});
