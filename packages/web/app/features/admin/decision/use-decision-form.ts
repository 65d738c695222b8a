import { limits } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation/moderation';
import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import { useState } from 'react';
import {
  type AvailableAction,
  actionQuestion,
  needsConfirmation,
} from '../actions/available-actions.ts';

/** State of the decision form. */
export function useDecisionForm(outcomes: readonly { value: Outcome }[]) {
  const onlyOutcome = outcomes.length === 1 ? (outcomes[0]?.value ?? null) : null;
  const [outcome, setOutcome] = useState<Outcome | null>(onlyOutcome);
  const [reason, setReason] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [days, setDays] = useState<number | null>(7);
  const [problem, setProblem] = useState<string>();
  const toggle = (key: string) => {
    const nextPicked = new Set(picked);
    if (!nextPicked.delete(key)) nextPicked.add(key);
    setPicked(nextPicked);
  };
  /** The decision to send; null when a field is missing. The form then shows the error of that field. */
  const decisionOf = (availableActions: readonly AvailableAction[]): CaseDecisionInput | null => {
    const reasonText = reason.trim();
    if (outcome === null || reasonText === '' || reasonText.length > limits.moderationReason) {
      setProblem(
        outcome === null
          ? 'Escolha como o caso termina.'
          : reasonText === ''
            ? 'Motivo obrigatório'
            : `Use até ${limits.moderationReason} caracteres.`,
      );
      return null;
    }
    setProblem(undefined);
    const actions = availableActions
      .filter(({ key }) => picked.has(key))
      .map(({ action, appliesTo }) => ({
        action,
        on: appliesTo,
        ...(action === 'suspend' && days !== null ? { days } : {}),
      }));
    return { outcome, reason: reasonText, actions };
  };
  return {
    outcome,
    choose: (next: Outcome) => {
      setOutcome(next);
      setProblem(undefined);
    },
    reason,
    setReason,
    picked,
    toggle,
    days,
    setDays,
    problem,
    decisionOf,
  };
}

export type DecisionForm = ReturnType<typeof useDecisionForm>;

/** Text that asks to confirm a decision; null when none of its actions needs a confirmation. */
export function confirmationQuestion({ actions }: CaseDecisionInput): string | null {
  const questions = actions.filter(needsConfirmation).map(actionQuestion);
  return questions.length === 0 ? null : questions.join(' ');
}
