import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import { type FormEvent, useState } from 'react';
import type { AvailableAction } from '../actions/available-actions.ts';
import { confirmationQuestion, type DecisionForm } from './use-decision-form.ts';

/** Asks the administrator to confirm a decision before it is sent, if one of its actions `needsConfirmation`. */
export function useConfirmation(form: DecisionForm, availableActions: readonly AvailableAction[]) {
  const [unconfirmed, setUnconfirmed] = useState<CaseDecisionInput | null>(null);
  const submitTo = (decide: (decision: CaseDecisionInput) => unknown) => (event: FormEvent) => {
    event.preventDefault();
    const decision = form.decisionOf(availableActions);
    if (!decision) return;
    if (confirmationQuestion(decision)) setUnconfirmed(decision);
    else decide(decision);
  };
  return { asked: unconfirmed, close: () => setUnconfirmed(null), submitTo };
}
