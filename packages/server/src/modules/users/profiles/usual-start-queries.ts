import { limits } from '@guilda/contract/limits';
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
