import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';

interface RefundCounts extends Record<string, number> {
  readonly pending: number;
  readonly failed: number;
}

// One subquery per status, because each status has a partial index.
const refundCountsStatement = compileStatement<RefundCounts>(
  sql`SELECT (SELECT count(*)::integer FROM refunds WHERE status = 'pending') AS pending,
    (SELECT count(*)::integer FROM refunds WHERE status = 'failed') AS failed`,
  'refund counts',
);

/** Number of pending and number of failed refunds, for metrics and health probes. */
export async function countOpenRefunds(connection: Queryable): Promise<RefundCounts> {
  const [row = { pending: 0, failed: 0 }] = await refundCountsStatement(connection, {});
  return row;
}
