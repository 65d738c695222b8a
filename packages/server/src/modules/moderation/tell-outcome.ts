import type { Db } from '../../platform/database/pool.ts';
import { recordNotification } from '../notifications/index.ts';
import { caseCode } from './case-code.ts';
import type { CaseRow } from './cases-table.ts';
import { outcomeSentence } from './outcome-texts.ts';
import type { TellDecisionDeps } from './tell-decision.ts';

/**
 * Tells the author of a case what came of it, in the transaction that decides it: by notification,
 * which names nobody it was about, and by mail where it was support or an appeal.
 */
export async function tellOutcome(
  { ids, enqueue }: TellDecisionDeps,
  tx: Db,
  { id: caseId, kind, number, authorId, outcome }: CaseRow,
): Promise<void> {
  if (outcome === null) throw new Error(`case ${caseId} is not decided`);
  await recordNotification(tx, ids, {
    receiverId: authorId,
    senderId: null,
    type: 'moderation',
    content: outcomeSentence[outcome](caseCode(kind, number)),
    additionalInfo: { event: 'case_decided', caseId, kind },
    dedupeKey: `case:${caseId}`,
  });
  const mailed = kind === 'support' || kind === 'appeal';
  if (mailed) await enqueue(tx, 'moderation.mail_outcome', { caseId });
}
