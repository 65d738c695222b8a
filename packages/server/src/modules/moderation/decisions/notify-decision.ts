import type { Db } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordNotification } from '../../notifications/index.ts';
import type { ModerationMailTasks } from '../mail/tasks.ts';
import { findDecision } from './decision-store.ts';
import { decisionSentence, liftedSentence } from './decision-texts.ts';
import type { DecisionRow } from './decisions-table.ts';

export interface NotifyDecisionDeps {
  readonly ids: Ids;
  readonly enqueue: Enqueue<ModerationMailTasks>;
}

/**
 * Notifies the person whom a decision concerns, in the transaction that records the decision: with a notification,
 * and with a mail that contains the reason and explains how to appeal (`docs/product/moderation.md`).
 */
export const notifyDecision =
  ({ ids, enqueue }: NotifyDecisionDeps) =>
  async (tx: Db, decisionId: string): Promise<void> => {
    const decision = await findDecision(tx, decisionId);
    if (!decision) throw new Error(`decision ${decisionId} was not written`);
    const { personId, action, reason } = decision;
    await recordNotification(tx, ids, {
      receiverId: personId,
      senderId: null,
      source: { type: 'moderation', event: 'decision' },
      content: `${decisionSentence(decision)} Motivo: ${reason}`,
      ids: { decisionId, action },
      dedupeKey: `decision:${decisionId}`,
    });
    await enqueue(tx, 'moderation.mail_decision', { decisionId });
  };

/**
 * Notifies each person concerned that a decision was lifted, in the transaction that lifts it. The end of a suspension
 * is mailed as well, because suspended people cannot open notifications.
 */
export const notifyDecisionLifted =
  ({ ids, enqueue }: NotifyDecisionDeps) =>
  async (tx: Db, liftedDecisions: readonly DecisionRow[]): Promise<void> => {
    for (const decision of liftedDecisions) {
      const { id: decisionId, personId, action } = decision;
      await recordNotification(tx, ids, {
        receiverId: personId,
        senderId: null,
        source: { type: 'moderation', event: 'decision_lifted' },
        content: liftedSentence(decision),
        ids: { decisionId, action },
        dedupeKey: `decision_lifted:${decisionId}`,
      });
      if (action === 'suspend') await enqueue(tx, 'moderation.mail_lifted', { decisionId });
    }
  };
