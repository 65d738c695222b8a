import { limits } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation/moderation';
import type { CaseDecisionInput } from '@guilda/contract/moderation/moderation-queue';
import { useEffect, useState } from 'react';
import {
  type AvailableAction,
  actionQuestion,
  needsConfirmation,
} from '../actions/available-actions.ts';
import { type DecisionDraft, useDecisionDrafts } from './decision-drafts.ts';

const DEFAULT_SUSPENSION_DAYS = 7;

/** What was written about the case before, or an empty decision; keeps what is written now. */
function useDraft(outcomes: readonly { value: Outcome }[], caseId: string | undefined) {
  const drafts = useDecisionDrafts();
  const [emptyDraft] = useState<DecisionDraft>(() => ({
    outcome: outcomes.length === 1 ? (outcomes[0]?.value ?? null) : null,
    reason: '',
    picked: new Set(),
    days: DEFAULT_SUSPENSION_DAYS,
  }));
  const [draft, setDraft] = useState(
    () => (caseId === undefined ? undefined : drafts?.cases.get(caseId)) ?? emptyDraft,
  );
  useEffect(() => {
    if (caseId !== undefined && draft !== emptyDraft) drafts?.cases.set(caseId, draft);
  }, [drafts, caseId, draft, emptyDraft]);
  const change = (changes: Partial<DecisionDraft>) => setDraft((now) => ({ ...now, ...changes }));
  return [draft, change] as const;
}

/**
 * State of the decision form.
 * @param caseId the case whose draft the queue keeps; absent for a decision of several cases
 */
export function useDecisionForm(outcomes: readonly { value: Outcome }[], caseId?: string) {
  const [draft, change] = useDraft(outcomes, caseId);
  const { outcome, reason, picked, days } = draft;
  const [problem, setProblem] = useState<string>();
  const toggle = (key: string) => {
    const nextPicked = new Set(picked);
    if (!nextPicked.delete(key)) nextPicked.add(key);
    change({ picked: nextPicked });
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
      change({ outcome: next });
      setProblem(undefined);
    },
    reason,
    setReason: (next: string) => change({ reason: next }),
    picked,
    toggle,
    days,
    setDays: (next: number | null) => change({ days: next }),
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
