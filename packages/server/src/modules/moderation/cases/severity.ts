import type { CaseKind, DecisionAction } from '@guilda/contract/moderation/moderation';
import { type Severity, severities } from '@guilda/contract/moderation/severity';

/** Each severity as stored: 4 urgent, 3 high, 2 normal, 1 low. */
export const severityRank: Readonly<Record<Severity, number>> = {
  urgent: 4,
  high: 3,
  normal: 2,
  low: 1,
};

/** Rank of an overdue dispute or case, which is higher than that of urgent items in the queue; never stored. */
export const OVERDUE_RANK = 5;

/** The severity for a rank; an overdue item is urgent. */
export function severityOfRank(severityRank: number): Severity {
  const severity = severityRank === OVERDUE_RANK ? 'urgent' : severities[4 - severityRank];
  if (severity === undefined) throw new Error(`there is no severity ${severityRank}`);
  return severity;
}

interface SeverityFactors {
  readonly kind: CaseKind;
  /** Whether a minor is involved in the report, or the reported person is said to be one. */
  readonly minor?: boolean;
  /** Whether the report is about adult content or a person who sells it. */
  readonly adult?: boolean;
  /** Whether the case is about an upload of a banned picture. */
  readonly banned?: boolean;
  /** Action of the decision that an appeal is against. */
  readonly appealedAction?: DecisionAction;
}

/** Decides the severity of a new case (`docs/product/moderation.md`). */
export function severityOfNewCase({
  kind,
  minor,
  adult,
  banned,
  appealedAction,
}: SeverityFactors): Severity {
  if (kind === 'feedback') return 'low';
  if (kind === 'appeal') return appealedAction === 'suspend' ? 'high' : 'normal';
  if (minor) return 'urgent';
  return adult || banned ? 'high' : 'normal';
}
