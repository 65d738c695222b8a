import { sql } from 'drizzle-orm';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';

/** Refunds on their way, and those that the provider did not take. */
interface RefundCounts extends Record<string, number> {
  readonly pending: number;
  readonly failed: number;
}

// One question each: every one has an index of its own.
const counts = compileStatement<RefundCounts>(
  sql`SELECT (SELECT count(*)::integer FROM refunds WHERE status = 'pending') AS pending,
    (SELECT count(*)::integer FROM refunds WHERE status = 'failed') AS failed`,
  'refund counts',
);

/** How much money is on its way back, in refunds. */
export async function readRefunds(connection: Queryable): Promise<RefundCounts> {
  const [row = { pending: 0, failed: 0 }] = await counts(connection, {});
  return row;
}
