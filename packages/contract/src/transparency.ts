import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/**
 * A count of the transparency report: rounded down to tens; null for fewer than ten, none included. No sums of counts
 * are published, so that nothing smaller can be computed (`docs/product/moderation.md`).
 */
const publishedCount = z.number().nullable();

/** How long decisions took, in hours: rounded up to hours below two days and to days from then on. */
const decisionTimes = z.object({
  /** Half of the cases were decided within this time. */
  median: z.number(),
  /** Nine of ten cases were decided within this time. */
  ninetyPercent: z.number(),
});

/** A half-year by the calendar of Brasília: `2026-1` is January to June of 2026. */
const halfYear = z.string().regex(/^20\d\d-[12]$/);

/** What the team did with reports and appeals in a half-year that is over; it never changes again. */
export const transparencyReport = z.object({
  half: halfYear,
  /** Reports received: those that mention minors or accounts of minors, and all others by what they are about. */
  reports: z.object({
    minor: publishedCount,
    user: publishedCount,
    service: publishedCount,
    post: publishedCount,
    comment: publishedCount,
    review: publishedCount,
  }),
  /** Outcomes of the reports that were decided in the half-year. */
  outcomes: z.object({ upheld: publishedCount, dismissed: publishedCount }),
  /** What was done, after reports or without; `automaticHide` until the team decides. */
  actions: z.object({
    hide: publishedCount,
    automaticHide: publishedCount,
    blur: publishedCount,
    warn: publishedCount,
    suspend: publishedCount,
    banPicture: publishedCount,
    refund: publishedCount,
    /** Reports that were published before it was counted are stored without it. */
    requireAge: publishedCount.default(null),
  }),
  appeals: z.object({
    received: publishedCount,
    granted: publishedCount,
    denied: publishedCount,
  }),
  /** Null for fewer than ten decisions. */
  times: z.object({ reports: decisionTimes.nullable(), appeals: decisionTimes.nullable() }),
});
export type TransparencyReport = z.infer<typeof transparencyReport>;

export const transparencyEndpoints = {
  listTransparencyReports: endpoint({
    method: 'GET',
    path: '/api/transparency',
    summary:
      'What the team did with reports and appeals, for each half-year that is over, newest first',
    access: 'public',
    mayBeLate: true,
    status: 200,
    output: z.object({
      reports: z.array(transparencyReport),
      /** Day on which the half-year under way is over, `yyyy-mm-dd`. */
      nextOn: z.string(),
    }),
    errors: [],
    limit: 'general',
  }),
  downloadTransparencyReport: endpoint({
    method: 'GET',
    path: '/api/transparency/:half.csv',
    summary: 'The report of a half-year such as `2026-1` as CSV',
    access: 'public',
    mayBeLate: true,
    params: z.object({ half: z.string().max(10) }),
    status: 200,
    output: null,
    produces: 'text/csv',
    errors: ['not_found'],
    limit: 'general',
  }),
};
