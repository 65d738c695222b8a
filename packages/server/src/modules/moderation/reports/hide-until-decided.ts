import type { Db } from '../../../platform/database/pool.ts';
import type { ActionRequest, PerformAction } from '../actions/moderation-action.ts';
import { reportedSubjectOf } from '../cases/case-subject.ts';
import {
  hasFewOpenReports,
  listKeptVisible,
  listVisibleAdultServices,
  mayActBeforeDecision,
  type ReportedCase,
} from './report-store.ts';

/** pt-BR reason that is shown while a hidden subject waits for the team's decision. */
export const UNDER_REVIEW_REASON = 'Em análise pela equipe.';

/**
 * Hides the subject of a report that involves a minor until the team decides, in the transaction that stores the report
 * (`docs/product/moderation.md`). Returns the functions to run after the commit. Hides nothing when
 * {@link mayActBeforeDecision} forbids consequences of the report or the author has several undecided reports of this
 * kind. Skips subjects that the team has kept visible ({@link listKeptVisible}) and subjects that cannot be hidden, for
 * example because they were deleted; the report is stored all the same.
 */
export async function hideUntilDecided(
  performAction: PerformAction,
  tx: Db,
  reportedCase: ReportedCase,
): Promise<(() => void)[]> {
  if (
    !(await mayActBeforeDecision(tx, reportedCase)) ||
    !(await hasFewOpenReports(tx, reportedCase, 'minor'))
  )
    return [];
  const reportedSubject = reportedSubjectOf(reportedCase);
  const subjects = reportedSubject
    ? [reportedSubject]
    : await listVisibleAdultServices(tx, reportedCase.reportedUserId);
  const keptVisible = await listKeptVisible(tx, subjects);
  const effects: (() => void)[] = [];
  for (const subject of subjects) {
    if (keptVisible.has(subject.id)) continue;
    const request: ActionRequest = {
      actor: null,
      action: 'hide',
      subject,
      reason: UNDER_REVIEW_REASON,
      days: null,
      caseId: reportedCase.id,
    };
    const actionResult = await performAction(tx, request);
    if (actionResult.ok) effects.push(actionResult.value);
  }
  return effects;
}
