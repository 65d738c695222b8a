import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Ids } from '../../ports/ids.ts';
import { recordNotification } from '../notifications/index.ts';
import { decisionSentence, liftedSentence } from './decision-texts.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';
import type { ModerationTasks } from './tasks.ts';

export interface TellDecisionDeps {
  readonly ids: Ids;
  readonly enqueue: Enqueue<ModerationTasks>;
}

/**
 * Tells whom a decision concerns, in the transaction that writes it: by notification, and by mail
 * with its reason and the way to appeal (`product §9`).
 */
export const tellDecision =
  ({ ids, enqueue }: TellDecisionDeps) =>
  async (tx: Db, decisionId: string): Promise<void> => {
    const [decision] = await tx.select().from(decisions).where(eq(decisions.id, decisionId));
    if (!decision) throw new Error(`decision ${decisionId} was not written`);
    const { personId, action, reason } = decision;
    await recordNotification(tx, ids, {
      receiverId: personId,
      senderId: null,
      type: 'moderation',
      content: `${decisionSentence(decision)} Motivo: ${reason}`,
      additionalInfo: { event: 'decision', decisionId, action },
      dedupeKey: `decision:${decisionId}`,
    });
    await enqueue(tx, 'moderation.mail_decision', { decisionId });
  };

/**
 * Tells whom decisions concerned that they were lifted, in the transaction that lifts them; once. The
 * end of a suspension is told by mail as well: whoever is suspended sees no notifications.
 */
export const tellLifted =
  ({ ids, enqueue }: TellDecisionDeps) =>
  async (tx: Db, lifted: readonly DecisionRow[]): Promise<void> => {
    for (const decision of lifted) {
      const { id: decisionId, personId, action } = decision;
      await recordNotification(tx, ids, {
        receiverId: personId,
        senderId: null,
        type: 'moderation',
        content: liftedSentence(decision),
        additionalInfo: { event: 'decision_lifted', decisionId, action },
        dedupeKey: `decision_lifted:${decisionId}`,
      });
      if (action === 'suspend') await enqueue(tx, 'moderation.mail_lifted', { decisionId });
    }
  };
