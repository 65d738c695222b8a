import { hoursToDecide } from '@guilda/contract/moderation/severity';
import type { DeviceClass, VitalMetric } from '@guilda/contract/privacy/web-vitals';
import { compileStatement } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { isNotAboutReader } from '../moderation/index.ts';
import { openWithdrawalStatusList } from '../wallet/index.ts';

/** The number of requested days. All statements of this file take it as the parameter `days`. */
const requestedDays = sql`${sql.placeholder('days')}::integer`;

/**
 * CTE `span`: the first and last requested day in São Paulo's time zone, and the instant at which the first day began.
 */
const requestedSpan = sql`span AS (
  SELECT today, today - ${requestedDays} + 1 AS first,
    (today - ${requestedDays} + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS since
  FROM (SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date AS today) clock)`;

/** One day of the statistics; `income` is a string in centavos. */
interface DayRow extends Record<string, unknown> {
  day: string;
  newUsers: number;
  orders: number;
  income: string;
}

/** New users, paid orders and income of each day; a day without any of these has a row of zeros. */
export const readDailyStatistics = compileStatement<DayRow>(
  sql`WITH ${requestedSpan}, happened AS (
      SELECT created_at AS at, 1 AS person, 0 AS paid, 0::bigint AS fee FROM users, span
        WHERE created_at >= since
      UNION ALL
      SELECT paid_at, 0, 1, 0 FROM payments, span WHERE paid_at >= since
      UNION ALL
      SELECT created_at, 0, 0, amount FROM ledger_entries, span
        WHERE account = 'platform' AND created_at >= since
    ), by_day AS (
      SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date AS day, sum(person)::integer AS people,
        sum(paid)::integer AS orders, sum(fee) AS income
      FROM happened GROUP BY 1
    )
    SELECT to_char(each.day, 'YYYY-MM-DD') AS day, coalesce(people, 0) AS "newUsers",
      coalesce(orders, 0) AS orders, coalesce(income, 0)::text AS income
    FROM span, generate_series(span.first::timestamp, span.today::timestamp, '1 day') each (day)
    LEFT JOIN by_day ON by_day.day = each.day::date
    ORDER BY each.day`,
  'figures of days',
);

const { urgent, high, normal, low } = hoursToDecide;

/** Hours within which a case must be decided, as an SQL expression of the column `severity` (4 is urgent). */
const decisionHoursBySeverity = sql`CASE severity WHEN 4 THEN ${sql.raw(`${urgent}`)}
  WHEN 3 THEN ${sql.raw(`${high}`)} WHEN 2 THEN ${sql.raw(`${normal}`)}
  ELSE ${sql.raw(`${low}`)} END`;

/** Response times and counts of cases; `median` and `p90` are hours. */
interface CaseStatisticsRow extends Record<string, unknown> {
  median: number | null;
  p90: number | null;
  decided: number;
  inTime: number;
  open: number;
  late: number;
}

/**
 * Response times of the cases decided in the requested days, and the number of open items: cases, withdrawals and
 * refunds. Reports about the administrator `reader` are not counted, because the list of cases does not show them to
 * that administrator.
 */
export const readCaseStatistics = compileStatement<CaseStatisticsRow>(
  sql`WITH ${requestedSpan}, answered AS (
      SELECT extract(epoch FROM decided_at - created_at) / 3600 AS hours,
        ${decisionHoursBySeverity} AS allowed
      FROM cases, span WHERE status = 'closed' AND decided_at >= since AND ${isNotAboutReader('cases')}
    ), waiting AS (
      SELECT created_at + make_interval(hours => ${decisionHoursBySeverity}) AS due FROM cases
        WHERE status = 'open' AND ${isNotAboutReader('cases')}
      UNION ALL
      SELECT created_at + make_interval(hours => ${sql.raw(`${normal}`)}) FROM withdrawals
        WHERE status IN ${openWithdrawalStatusList}
      UNION ALL
      SELECT created_at + make_interval(hours => ${sql.raw(`${high}`)}) FROM refunds
        WHERE status = 'failed'
    )
    SELECT *, (SELECT count(*)::integer FROM waiting) AS open,
      (SELECT count(*)::integer FROM waiting WHERE due < now()) AS late
    FROM (SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY hours)::numeric, 2)::float8
          AS median,
        round(percentile_cont(0.9) WITHIN GROUP (ORDER BY hours)::numeric, 2)::float8 AS p90,
        count(*)::integer AS decided,
        (count(*) FILTER (WHERE hours <= allowed))::integer AS "inTime"
      FROM answered) response`,
  'figures of the desk',
);

interface EventRow extends Record<string, unknown> {
  event: string;
  /** All events of the kind in the requested days; a string, because the driver returns sums as strings. */
  total: string;
  /** One count per requested day, oldest first. */
  counts: number[];
}

/**
 * For every kind of analytics event except web vitals: its total and its count per requested day. The kind with the
 * most events comes first.
 */
export const readEventStatistics = compileStatement<EventRow>(
  sql`WITH ${requestedSpan}, counted AS (
      SELECT event, day, sum(count) AS count FROM analytics_counts, span
      WHERE day BETWEEN first AND today AND event <> 'web_vital' GROUP BY event, day
    )
    SELECT event, sum(coalesce(counted.count, 0))::text AS total,
      array_agg(coalesce(counted.count, 0)::float8 ORDER BY each.day) AS counts
    FROM (SELECT DISTINCT event FROM counted) kinds
    CROSS JOIN (SELECT generate_series(first::timestamp, today::timestamp, '1 day')::date AS day
      FROM span) each
    LEFT JOIN counted USING (event, day)
    GROUP BY event ORDER BY sum(counted.count) DESC, event`,
  'figures of events',
);

/** 75th percentile of a web vital: of a day (`screen` is null) or of a screen (`day` is null). */
interface VitalRow extends Record<string, unknown> {
  metric: VitalMetric;
  device: DeviceClass;
  day: string | null;
  screen: string | null;
  /** Index of the upper bound of the percentile in `vitalBounds`; the highest bucket has no upper bound. */
  bucket: number;
  visits: string;
}

/** The 75th percentiles of web vitals: by day over all screens, and by screen over all requested days. */
export const readVitalStatistics = compileStatement<VitalRow>(
  sql`WITH ${requestedSpan}, counted AS (
      SELECT split_part(detail, ' ', 1) AS metric, split_part(detail, ' ', 2) AS device,
        split_part(detail, ' ', 3) AS screen, split_part(detail, ' ', 4)::integer AS bucket, day, count
      FROM analytics_counts, span WHERE event = 'web_vital' AND day BETWEEN first AND today
    ), summed AS (
      SELECT metric, device, day, screen, bucket, sum(count) AS count FROM counted
      GROUP BY GROUPING SETS ((metric, device, day, bucket), (metric, device, screen, bucket))
    ), ranked AS (
      SELECT *, sum(count) OVER (PARTITION BY metric, device, day, screen ORDER BY bucket) AS reached,
        sum(count) OVER (PARTITION BY metric, device, day, screen) AS total
      FROM summed
    )
    SELECT metric, device, to_char(day, 'YYYY-MM-DD') AS day, screen,
      min(bucket) FILTER (WHERE reached >= 0.75 * total) AS bucket, max(total)::text AS visits
    FROM ranked GROUP BY metric, device, ranked.day, screen
    ORDER BY ranked.day, max(total) DESC, screen, device, metric`,
  'figures of web vitals',
);

interface ScreenRow extends Record<string, unknown> {
  screen: string;
  views: string;
}

const MAX_SCREENS = sql.raw('12');

/** The 12 most viewed screens of the requested days. */
export const readScreenStatistics = compileStatement<ScreenRow>(
  sql`WITH ${requestedSpan}
    SELECT detail AS screen, sum(count)::text AS views FROM analytics_counts, span
    WHERE event = 'screen_view' AND day BETWEEN first AND today
    GROUP BY detail ORDER BY sum(count) DESC, detail LIMIT ${MAX_SCREENS}`,
  'figures of screens',
);

interface ErrorRow extends Record<string, unknown> {
  message: string;
  screen: string;
  count: string;
  lastAt: Date;
}

const MAX_ERRORS = sql.raw('20');

/**
 * The 20 most frequent of the client errors that were reported in the requested days. `count` is the number of all
 * reports of the error, including those before the requested days.
 */
export const readErrorStatistics = compileStatement<ErrorRow>(
  sql`WITH ${requestedSpan}
    SELECT message, screen, count::text AS count, last_at AS "lastAt" FROM client_errors, span
    WHERE last_at >= since ORDER BY client_errors.count DESC, last_at DESC LIMIT ${MAX_ERRORS}`,
  'figures of errors',
);
