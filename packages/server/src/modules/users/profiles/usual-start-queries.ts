import { limits } from '@guilda/contract/limits';
import { memoizeByKey } from '../../../platform/async/memoize-by-key.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';

/**
 * SQL for the time that a seller usually takes to start a paid order (`docs/product/orders.md`): the median time in ms
 * from payment to start over the orders that were started in the last `limits.usualStartDays` days; NULL when there are
 * none.
 */
export const usualStartSql = (seller: SQL) => sql`(SELECT round(1000 * extract(epoch FROM
    percentile_cont(0.5) WITHIN GROUP (ORDER BY started_service_at - paid_at)))::float8
  FROM payments WHERE seller_id = ${seller}
    AND started_service_at >= now() - make_interval(days => ${limits.usualStartDays}::integer))`;

const usualStartStatement = compileStatement<{ usualStartMs: number | null }>(
  sql`SELECT ${usualStartSql(sql`${sql.placeholder('seller')}::uuid`)} AS "usualStartMs"`,
  'usual start',
);

/** The usual starts of sellers; an order that starts at another node counts at this node after at most 5 s. */
const usualStarts = memoizeByKey<number | null>({ ms: 5_000, maxKeys: 10_000 });

/**
 * The time in ms that a seller usually takes to start a paid order; null when no order was started lately. It is kept in
 * memory, because every view of a service asks for it and its cost grows with the number of the seller's orders.
 */
export const readUsualStart = (pool: Queryable, sellerUid: string): Promise<number | null> =>
  usualStarts.get(sellerUid, async () => {
    const [row] = await usualStartStatement(pool, { seller: sellerUid });
    return row?.usualStartMs ?? null;
  });

/** Drops the cached time of a seller, so that the next read includes an order that has just started. */
export const forgetUsualStart = (sellerUid: string): void => usualStarts.forget(sellerUid);
