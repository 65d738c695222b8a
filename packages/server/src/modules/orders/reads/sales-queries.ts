import { compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { usualStartSql } from '../../users/index.ts';

const placeholder = (name: 'seller' | 'days') => sql.placeholder(name);

interface SalesCounts {
  awaitingStart: number;
  inProgress: number;
  completed: number;
  ratingSum: number;
  ratingCount: number;
  responseMs: number | null;
}

/** Reads a seller's numbers of waiting, running and completed orders, ratings, and median ms from payment to start. */
export const readSalesCounts = compileStatement<SalesCounts & Record<string, unknown>>(
  sql`SELECT u.completed_sales AS completed, u.rating_sum AS "ratingSum",
      u.rating_count AS "ratingCount", open.*, ${usualStartSql(sql`u.uid`)} AS "responseMs"
    FROM users u,
      LATERAL (SELECT count(*) FILTER (WHERE service_status = 'awaiting_start')::integer
          AS "awaitingStart",
        count(*) FILTER (WHERE service_status = 'in_progress')::integer AS "inProgress"
        FROM payments WHERE seller_id = u.uid
          AND service_status IN ('awaiting_start', 'in_progress')) open
    WHERE u.uid = ${placeholder('seller')}::uuid`,
  'sales counts',
);

interface DailyIncome {
  day: string;
  /** Amount in centavos; a string, because the driver returns sums as strings. */
  amount: string;
}

/**
 * Net income of a seller from the ledger, minus refunds and chargebacks after the completion: one row for each of the
 * last `days` days in São Paulo's time zone; a day without income has 0.
 */
export const readDailyIncome = compileStatement<DailyIncome & Record<string, unknown>>(
  sql`WITH span AS (
      SELECT today, today - ${placeholder('days')}::integer + 1 AS first
      FROM (SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date AS today) clock
    ), earned AS (
      SELECT (e.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, sum(e.amount) AS amount
      FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE e.owner_id = ${placeholder('seller')}::uuid AND e.account IN ('clearing', 'seller', 'debt')
        AND t.kind IN ('completion', 'partial_refund', 'refund', 'chargeback', 'chargeback_won')
        AND e.created_at >= (SELECT first::timestamp AT TIME ZONE 'America/Sao_Paulo' FROM span)
      GROUP BY 1
    )
    SELECT to_char(each.day, 'YYYY-MM-DD') AS day, coalesce(earned.amount, 0)::text AS amount
    FROM span, generate_series(span.first::timestamp, span.today::timestamp, '1 day') each (day)
    LEFT JOIN earned ON earned.day = each.day::date
    ORDER BY each.day`,
  'sales income',
);
