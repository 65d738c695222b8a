import { decimal, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { deviceClasses, vitalMetrics } from '../privacy/web-vitals.ts';
import { z } from '../schema.ts';

/** 75th percentile of a web vital: three quarters of the measured visits were faster or equal. */
const vitalPercentile = {
  metric: z.enum(vitalMetrics),
  device: z.enum(deviceClasses),
  /**
   * Upper bound of the bucket that contains the 75th percentile: in thousandths for CLS, in ms for the other metrics.
   * Null when the percentile is above the highest bound.
   */
  p75: z.number().nullable(),
  /** Number of measured visits. */
  visits: z.number(),
};

/** Statistics of Guilda for administrators; days are those of the time zone America/Sao_Paulo. */
const adminStatistics = z.object({
  days: z.array(
    z.object({
      /** The day, such as `2026-11-22`. */
      day: z.string(),
      newUsers: z.number(),
      /** Number of orders that were paid on this day. */
      orders: z.number(),
      /** Platform fees that were booked on this day. */
      income: decimal,
    }),
  ),
  /**
   * Response times of the cases that were decided in the requested days. `median` and `p90` are in hours, null without
   * a case.
   */
  response: z.object({
    median: z.number().nullable(),
    p90: z.number().nullable(),
    decided: z.number(),
    /** Number of cases that were decided within the hours allowed for their severity. */
    inTime: z.number(),
  }),
  /** Number of undecided cases, and how many of them are past their deadline. */
  waiting: z.object({ open: z.number(), late: z.number() }),
  /** Numbers of first-party analytics events: in total, and for each day. */
  events: z.array(z.object({ event: z.string(), total: z.number(), counts: z.array(z.number()) })),
  /** Most viewed screens, with the number of their views. */
  screens: z.array(z.object({ screen: z.string(), views: z.number() })),
  /** Web vitals of visitors who consented: for each day over all pages, and for each page over all requested days. */
  vitals: z.object({
    days: z.array(z.object({ day: z.string(), ...vitalPercentile })),
    screens: z.array(z.object({ screen: z.string(), ...vitalPercentile })),
  }),
  /** Errors reported by browsers, most frequent first, without personal data. */
  clientErrors: z.array(
    z.object({ message: z.string(), screen: z.string(), count: z.number(), lastAt: instant }),
  ),
});
export type AdminStatistics = z.infer<typeof adminStatistics>;

export const adminStatisticsEndpoints = {
  getAdminStatistics: endpoint({
    method: 'GET',
    path: '/api/admin/figures',
    summary: 'New users, orders, income, response times and analytics of the last days',
    access: 'admin',
    mayBeLate: true,
    query: z.object({
      days: z
        .enum(['7', '30', '90'], { error: errors.invalid_parameter.text })
        .default('30')
        .transform(Number),
    }),
    status: 200,
    output: adminStatistics,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};
