import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';

interface RefundCounts extends Record<string, number> {
  readonly pending: number;
  readonly failed: number;
}

// Two subqueries, because each status has a partial index of its own.
const refundCountsStatement = compileStatement<RefundCounts>(
  sql`SELECT (SELECT count(*)::integer FROM refunds WHERE status = 'pending') AS pending,
    (SELECT count(*)::integer FROM refunds WHERE status = 'failed') AS failed`,
  'refund counts',
);

/** Number of pending and of failed refunds, for metrics and health. */
export async function countOpenRefunds(connection: Queryable): Promise<RefundCounts> {
  const [row = { pending: 0, failed: 0 }] = await refundCountsStatement(connection, {});
  return row;
}
