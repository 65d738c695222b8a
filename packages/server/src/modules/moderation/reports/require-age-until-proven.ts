import type { Db } from '../../../platform/database/pool.ts';
import type { PerformAction } from '../actions/moderation-action.ts';
import { isAgeSettled, mayActAtOnce, mayPauseAtOnce, type ReportedCase } from './report-store.ts';

/** pt-BR reason that a person reads whose age is to be proven; it does not tell that somebody reported them. */
const AGE_IN_QUESTION_REASON = 'Precisamos confirmar a idade de quem usa esta conta.';

/**
 * Requires a proof of age from a person who is reported as under age, in the transaction that stores the report and has
 * locked the account (`docs/product/moderation.md`). Returns a function to run after the commit. Nothing happens for
 * somebody who has proven their age, for whom such a requirement has ended before, and by authors of
 * false reports or of several such reports that nobody has decided.
 */
export async function requireAgeUntilProven(
  performAction: PerformAction,
  tx: Db,
  reported: ReportedCase,
): Promise<(() => void)[]> {
  const { id: caseId, reportedUserId } = reported;
  if (reportedUserId === null) return [];
  if (await isAgeSettled(tx, reportedUserId)) return [];
  if (!(await mayActAtOnce(tx, reported)) || !(await mayPauseAtOnce(tx, reported))) return [];
  const done = await performAction(tx, {
    actor: null,
    action: 'require_age',
    subject: { kind: 'user', id: reportedUserId },
    reason: AGE_IN_QUESTION_REASON,
    days: null,
    caseId,
  });
  return done.ok ? [done.value] : [];
}
