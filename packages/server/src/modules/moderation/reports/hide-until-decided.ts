import type { Db } from '../../../platform/database/pool.ts';
import type { ActionRequest, PerformAction } from '../actions/moderation-action.ts';
import { reportedSubjectOf } from '../cases/case-subject.ts';
import {
  listVisibleAdultServices,
  mayActBeforeDecision,
  type ReportedCase,
} from './report-store.ts';

/** pt-BR reason that is shown while a hidden subject waits for the team's decision. */
export const UNDER_REVIEW_REASON = 'Em análise pela equipe.';

/**
 * Hides the subject of a report that involves a minor until the team decides, in the transaction that stores the report
 * (`docs/product/moderation.md`). Returns a function to run after the commit. A subject that cannot be hidden, for
 * example because it was deleted, is skipped, and the report is stored all the same.
 */
export async function hideUntilDecided(
  performAction: PerformAction,
  tx: Db,
  reported: ReportedCase,
): Promise<(() => void)[]> {
  if (!(await mayActBeforeDecision(tx, reported))) return [];
  const reportedSubject = reportedSubjectOf(reported);
  const subjects = reportedSubject
    ? [reportedSubject]
    : await listVisibleAdultServices(tx, reported.reportedUserId);
  const effects: (() => void)[] = [];
  for (const subject of subjects) {
    const request: ActionRequest = {
      actor: null,
      action: 'hide',
      subject,
      reason: UNDER_REVIEW_REASON,
      days: null,
      caseId: reported.id,
    };
    const performed = await performAction(tx, request);
    if (performed.ok) effects.push(performed.value);
  }
  return effects;
}
