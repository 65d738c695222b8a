import type { Db } from '../../../platform/database/pool.ts';
import type { PerformAction } from '../actions/moderation-action.ts';
import {
  hasEndedAgeRequirement,
  hasFewOpenReports,
  mayActBeforeDecision,
  type ReportedCase,
} from './report-store.ts';

/** pt-BR reason shown to a person who must prove their age; it does not reveal that there was a report. */
const AGE_REQUIREMENT_REASON = 'Precisamos confirmar a idade de quem usa esta conta.';

/**
 * Creates an age requirement for a person who is reported as under age, in the transaction that stores the report and
 * has locked the account (`docs/product/moderation.md`). Returns a function to run after the commit. Does nothing when
 * the person has proven their age, when an earlier age requirement of the person has ended, or when the report's author
 * sent too many false reports before or has several undecided reports of this kind.
 */
export async function requireAgeUntilProven(
  performAction: PerformAction,
  tx: Db,
  reportedCase: ReportedCase,
): Promise<(() => void)[]> {
  const { id: caseId, reportedUserId } = reportedCase;
  if (reportedUserId === null) return [];
  if (await hasEndedAgeRequirement(tx, reportedUserId)) return [];
  if (
    !(await mayActBeforeDecision(tx, reportedCase)) ||
    !(await hasFewOpenReports(tx, reportedCase, 'underage'))
  )
    return [];
  const actionResult = await performAction(tx, {
    actor: null,
    action: 'require_age',
    subject: { kind: 'user', id: reportedUserId },
    reason: AGE_REQUIREMENT_REASON,
    days: null,
    caseId,
  });
  return actionResult.ok ? [actionResult.value] : [];
}
