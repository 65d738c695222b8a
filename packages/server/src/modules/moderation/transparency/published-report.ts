import type { TransparencyReport } from '@guilda/contract/transparency';

/** Counts below this are not published, and all others are rounded down to a multiple of it. */
const STEP = 10;

/** Hours from which times are rounded to days. */
const DAYS_FROM_HOURS = 48;

/** What the database counted in a half-year. */
export interface CountedHalfYear {
  readonly reports: Readonly<Record<string, number>>;
  /** By action of the audit log; `automatic_hide` for what no person hid. */
  readonly actions: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly appeals: number;
  readonly times: Readonly<Record<'report' | 'appeal', CountedTimes | undefined>>;
}

/** Times between a case and its decision, in seconds. */
export interface CountedTimes {
  readonly decided: number;
  readonly median: number;
  readonly ninetyPercent: number;
}

/**
 * A count as it is published. All are rounded down and no sums of them are published: rounding to the nearest ten would
 * let a reader compute a hidden count when all others are at the edge of their tens.
 */
export const publishCount = (count: number): number | null =>
  count < STEP ? null : Math.floor(count / STEP) * STEP;

function publishHours(seconds: number): number {
  const hours = Math.max(1, Math.ceil(seconds / 3_600));
  return hours < DAYS_FROM_HOURS ? hours : Math.ceil(hours / 24) * 24;
}

/** Times of fewer than ten decisions are not published, because they are those of single people. */
function publishTimes(times: CountedTimes | undefined) {
  if (!times || times.decided < STEP) return null;
  return {
    median: publishHours(times.median),
    ninetyPercent: publishHours(times.ninetyPercent),
  };
}

/** The report of a half-year as everybody reads it. */
export function publishReport(half: string, counted: CountedHalfYear): TransparencyReport {
  const { reports, actions, outcomes, appeals, times } = counted;
  const of = (counts: Readonly<Record<string, number>>, name: string) =>
    publishCount(counts[name] ?? 0);
  return {
    half,
    reports: {
      minor: of(reports, 'minor'),
      user: of(reports, 'user'),
      service: of(reports, 'service'),
      post: of(reports, 'post'),
      comment: of(reports, 'comment'),
      review: of(reports, 'review'),
    },
    outcomes: { upheld: of(outcomes, 'upheld'), dismissed: of(outcomes, 'dismissed') },
    actions: {
      hide: of(actions, 'hide'),
      automaticHide: of(actions, 'automatic_hide'),
      blur: of(actions, 'blur'),
      warn: of(actions, 'warn'),
      suspend: of(actions, 'suspend'),
      banPicture: of(actions, 'ban_picture'),
      refund: of(actions, 'refund'),
      requireAge: of(actions, 'require_age'),
    },
    appeals: {
      received: publishCount(appeals),
      granted: of(outcomes, 'granted'),
      denied: of(outcomes, 'denied'),
    },
    times: { reports: publishTimes(times.report), appeals: publishTimes(times.appeal) },
  };
}
