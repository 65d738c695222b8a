import { formatBrl } from '@guilda/contract/money';
import type { Db } from '../../../platform/database/pool.ts';
import type { Ids } from '../../../ports/ids.ts';
import { recordNotification } from '../../notifications/index.ts';
import type { WithdrawalDecision } from './decision-step.ts';

/** A decision after which nothing more happens to a withdrawal. */
export type FinalDecision = Exclude<WithdrawalDecision, { readonly status: 'sending' }>;

/** A decided withdrawal; `amount` in centavos. */
export interface DecidedWithdrawal {
  readonly id: string;
  readonly ownerId: string;
  readonly amount: number;
  /** A decision that ends the withdrawal. */
  readonly decision: FinalDecision;
}

/** pt-BR text of the seller's notification about a decision. */
function notificationText({ decision, amount }: DecidedWithdrawal): string {
  const money = formatBrl(amount);
  if (decision.status === 'settled') return `Seu saque de ${money} foi pago.`;
  return `Seu saque de ${money} foi recusado e o valor está disponível de novo. Motivo: ${decision.reason}`;
}

/** Tells the seller once, in the transaction of the decision. */
export function notifyWithdrawalDecided(tx: Db, ids: Ids, decided: DecidedWithdrawal) {
  const { id, ownerId, decision } = decided;
  return recordNotification(tx, ids, {
    receiverId: ownerId,
    senderId: null,
    source: { type: 'payment', event: `withdrawal_${decision.status}` as const },
    content: notificationText(decided),
    ids: { withdrawalId: id },
    dedupeKey: `withdrawal:${id}`,
  });
}
