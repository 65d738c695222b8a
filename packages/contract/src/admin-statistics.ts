import { decimal, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** Statistics of the product per day; days are America/Sao_Paulo. */
const adminStatistics = z.object({
  days: z.array(
    z.object({
      /** `2026-11-22`. */
      day: z.string(),
      newUsers: z.number(),
      /** Orders paid that day. */
      orders: z.number(),
      /** Platform fees booked that day. */
      income: decimal,
    }),
  ),
  /** Response times of cases decided in the period, in hours; null without any. */
  response: z.object({
    median: z.number().nullable(),
    p90: z.number().nullable(),
    decided: z.number(),
    /** Decided within the hours of their severity. */
    inTime: z.number(),
  }),
  waiting: z.object({ open: z.number(), late: z.number() }),
  /** First-party analytics: one count per day. */
  events: z.array(z.object({ event: z.string(), total: z.number(), counts: z.array(z.number()) })),
  /** Most viewed screens. */
  screens: z.array(z.object({ screen: z.string(), views: z.number() })),
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
