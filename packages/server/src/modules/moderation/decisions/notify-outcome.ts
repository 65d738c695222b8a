import type { Db } from '../../../platform/database/pool.ts';
import { recordNotification } from '../../notifications/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseRow } from '../cases/cases-table.ts';
import type { NotifyDecisionDeps } from './notify-decision.ts';
import { outcomeSentences } from './outcome-texts.ts';

/**
 * Notifies the author of a case of its outcome, in the transaction that decides the case. The notification contains no
 * names. Does nothing for a case that Guilda opened. Support requests and appeals are answered by mail as well.
 */
export async function notifyOutcome(
  { ids, enqueue }: NotifyDecisionDeps,
  tx: Db,
  { id: caseId, kind, number, authorId, outcome }: CaseRow,
): Promise<void> {
  if (outcome === null) throw new Error(`case ${caseId} is not decided`);
  if (authorId === null) return;
  await recordNotification(tx, ids, {
    receiverId: authorId,
    senderId: null,
    source: { type: 'moderation', event: 'case_decided' },
    content: outcomeSentences[outcome](caseCodeOf(kind, number)),
    ids: { caseId, kind },
    dedupeKey: `case:${caseId}`,
  });
  const isMailed = kind === 'support' || kind === 'appeal';
  if (isMailed) await enqueue(tx, 'moderation.mail_outcome', { caseId });
}
