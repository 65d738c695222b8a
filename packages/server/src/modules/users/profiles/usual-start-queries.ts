import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';

/** The median time in ms from payment to start of a seller's orders of the last 90 days, in SQL; NULL without any. */
export const usualStartSql = (seller: SQL) => sql`(SELECT round(1000 * extract(epoch FROM
    percentile_cont(0.5) WITHIN GROUP (ORDER BY started_service_at - paid_at)))::float8
  FROM payments WHERE seller_id = ${seller} AND started_service_at >= now() - interval '90 days')`;

const usualStart = compileStatement<{ ms: number | null }>(
  sql`SELECT ${usualStartSql(sql`${sql.placeholder('seller')}::uuid`)} AS ms`,
  'usual start',
);

/** How long a seller usually takes to start a paid order, in ms (`docs/product/orders.md`); null when it is unknown. */
export async function readUsualStart(pool: Queryable, seller: string): Promise<number | null> {
  const [row] = await usualStart(pool, { seller });
  return row?.ms ?? null;
}
