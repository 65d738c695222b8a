import type { CaseKind, DecisionAction } from '@guilda/contract/moderation';
import { type Severity, severities } from '@guilda/contract/severity';

/** As it is kept: 4 urgent, 3 high, 2 normal, 1 low. */
export const severityRank: Readonly<Record<Severity, number>> = {
  urgent: 4,
  high: 3,
  normal: 2,
  low: 1,
};

/** The severity that is kept as this number. */
export function severityOf(rank: number): Severity {
  const severity = severities[4 - rank];
  if (severity === undefined) throw new Error(`there is no severity ${rank}`);
  return severity;
}

interface Facts {
  readonly kind: CaseKind;
  /** Of a report: a minor is involved. */
  readonly minor?: boolean;
  /** Of a report: it is about something or somebody for adults. */
  readonly adult?: boolean;
  /** Of an appeal: what was decided. */
  readonly against?: DecisionAction;
}

/** How much a case presses (`product §9`). */
export function severityFor({ kind, minor, adult, against }: Facts): Severity {
  if (kind === 'feedback') return 'low';
  if (kind === 'appeal') return against === 'suspend' ? 'high' : 'normal';
  if (minor) return 'urgent';
  return adult ? 'high' : 'normal';
}
