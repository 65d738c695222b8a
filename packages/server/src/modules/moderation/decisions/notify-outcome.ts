import type { DecisionAction } from '@guilda/contract/moderation/moderation';
import type { Db } from '../../../platform/database/pool.ts';
import { recordNotification } from '../../notifications/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import type { NotifyDecisionDeps } from './notify-decision.ts';
import { outcomeSentence } from './outcome-texts.ts';

/**
 * Notifies the author of a case of its outcome, in the transaction that decides the case. The notification contains no
 * names. Does nothing for a case that Guilda opened. Support requests and appeals are answered by mail as well.
 * @param appealedAction the action of the decision that an appeal is against
 */
export async function notifyOutcome(
  { ids, enqueue }: NotifyDecisionDeps,
  tx: Db,
  { id: caseId, kind, number, authorId, outcome }: CaseRow,
  appealedAction: DecisionAction | null,
): Promise<void> {
  if (outcome === null) throw new Error(`case ${caseId} is not decided`);
  if (authorId === null) return;
  await recordNotification(tx, ids, {
    receiverId: authorId,
    senderId: null,
    source: { type: 'moderation', event: 'case_decided' },
    content: outcomeSentence({ outcome, code: caseCodeOf(kind, number), appealedAction }),
    ids: { caseId, kind },
    dedupeKey: `case:${caseId}`,
  });
  const isMailed = kind === 'support' || kind === 'appeal';
  if (isMailed) await enqueue(tx, 'moderation.mail_outcome', { caseId });
}
