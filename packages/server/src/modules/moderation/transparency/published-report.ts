import type { TransparencyReport } from '@guilda/contract/moderation/transparency';

/** Counts below this number are not published; all other counts are rounded down to a multiple of it. */
const ROUNDING_STEP = 10;

/** Number of hours from which a duration is published in days. */
const DAYS_FROM_HOURS = 48;

/** The exact counts of a half-year, as read from the database. */
export interface CountedHalfYear {
  readonly reports: Readonly<Record<string, number>>;
  /** Counts by action in the audit log; `automatic_hide` counts subjects that were hidden without an administrator. */
  readonly actions: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly appeals: number;
  readonly times: Readonly<Record<'report' | 'appeal', CountedTimes | undefined>>;
}

/** Number of decided cases, and the median and 90th percentile of the seconds from case to decision. */
export interface CountedTimes {
  readonly decided: number;
  readonly median: number;
  readonly ninetyPercent: number;
}

/**
 * Rounds a count down for publication; null hides the count. With counts rounded to the nearest ten, or with published
 * sums, a reader could compute a hidden count from the other counts.
 */
export const publishCount = (count: number): number | null =>
  count < ROUNDING_STEP ? null : Math.floor(count / ROUNDING_STEP) * ROUNDING_STEP;

function roundHoursUp(seconds: number): number {
  const hours = Math.max(1, Math.ceil(seconds / 3_600));
  return hours < DAYS_FROM_HOURS ? hours : Math.ceil(hours / 24) * 24;
}

/** Durations are not published for fewer than ten decisions, because they could reveal single cases. */
function publishTimes(decisionTimes: CountedTimes | undefined) {
  if (!decisionTimes || decisionTimes.decided < ROUNDING_STEP) return null;
  return {
    median: roundHoursUp(decisionTimes.median),
    ninetyPercent: roundHoursUp(decisionTimes.ninetyPercent),
  };
}

/** The published transparency report of a half-year. */
export function publishReport(
  halfYear: string,
  countedHalfYear: CountedHalfYear,
): TransparencyReport {
  const { reports, actions, outcomes, appeals, times } = countedHalfYear;
  const countOf = (counts: Readonly<Record<string, number>>, name: string) =>
    publishCount(counts[name] ?? 0);
  return {
    half: halfYear,
    reports: {
      minor: countOf(reports, 'minor'),
      user: countOf(reports, 'user'),
      service: countOf(reports, 'service'),
      post: countOf(reports, 'post'),
      comment: countOf(reports, 'comment'),
      review: countOf(reports, 'review'),
    },
    outcomes: { upheld: countOf(outcomes, 'upheld'), dismissed: countOf(outcomes, 'dismissed') },
    actions: {
      hide: countOf(actions, 'hide'),
      automaticHide: countOf(actions, 'automatic_hide'),
      blur: countOf(actions, 'blur'),
      warn: countOf(actions, 'warn'),
      suspend: countOf(actions, 'suspend'),
      banPicture: countOf(actions, 'ban_picture'),
      refund: countOf(actions, 'refund'),
      requireAge: countOf(actions, 'require_age'),
    },
    appeals: {
      received: publishCount(appeals),
      granted: countOf(outcomes, 'granted'),
      denied: countOf(outcomes, 'denied'),
    },
    times: { reports: publishTimes(times.report), appeals: publishTimes(times.appeal) },
  };
}
