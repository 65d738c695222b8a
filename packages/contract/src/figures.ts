import { decimal, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** How the product does, day by day (`product §10`); days are those of São Paulo. */
export const figures = z.object({
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
  /** Of cases decided in these days, in hours; null without any. */
  response: z.object({
    median: z.number().nullable(),
    p90: z.number().nullable(),
    decided: z.number(),
    /** Of those, decided in the time their severity gives. */
    inTime: z.number(),
  }),
  waiting: z.object({ open: z.number(), late: z.number() }),
  /** First-party analytics: one number for each of the days. */
  events: z.array(z.object({ event: z.string(), total: z.number(), counts: z.array(z.number()) })),
  /** The screens seen most. */
  screens: z.array(z.object({ screen: z.string(), views: z.number() })),
  /** Errors that browsers told of, the most frequent first; without anything of a person. */
  clientErrors: z.array(
    z.object({ message: z.string(), screen: z.string(), count: z.number(), lastAt: instant }),
  ),
});
export type Figures = z.infer<typeof figures>;

export const figureEndpoints = {
  getFigures: endpoint({
    method: 'GET',
    path: '/api/admin/figures',
    summary: 'New users, orders, income, response times and what was counted, for some days',
    access: 'admin',
    query: z.object({
      days: z
        .enum(['7', '30', '90'], { error: errors.invalid_parameter.text })
        .default('30')
        .transform(Number),
    }),
    status: 200,
    output: figures,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};
