import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';

/**
 * A count in the transparency report: rounded down to tens, and null below ten. Sums of counts are not published,
 * because smaller counts could be computed from them (`docs/product/moderation.md`).
 */
const publishedCount = z.number().nullable();

/** How long decisions took, in hours: rounded up to whole hours below two days, and to whole days above. */
const decisionTimes = z.object({
  /** Median: half of the cases were decided within this time. */
  median: z.number(),
  /** 90th percentile: nine of ten cases were decided within this time. */
  ninetyPercent: z.number(),
});

/** A half-year in Brasília time: `2026-1` is January to June of 2026. */
const halfYear = z.string().regex(/^20\d\d-[12]$/);

/** Numbers about the reports, decisions and appeals of a half-year that has ended; a published report never changes. */
export const transparencyReport = z.object({
  half: halfYear,
  /** Number of received reports: those about minors, and all others by kind of subject. */
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
  /**
   * Number of moderation actions, with and without a report; `automaticHide` counts subjects that were hidden
   * automatically until the team decided.
   */
  actions: z.object({
    hide: publishedCount,
    automaticHide: publishedCount,
    blur: publishedCount,
    warn: publishedCount,
    suspend: publishedCount,
    banPicture: publishedCount,
    refund: publishedCount,
    /** Missing in stored reports that were published before this number was counted. */
    requireAge: publishedCount.default(null),
  }),
  appeals: z.object({
    received: publishedCount,
    granted: publishedCount,
    denied: publishedCount,
  }),
  /** How long decisions on reports and on appeals took; null when fewer than ten of the kind were decided. */
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
      /** First day of the next half-year, as `yyyy-mm-dd`, from which the report of the current half-year can exist. */
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
