import type { Verdict } from '@guilda/contract/desk';
import { limits } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation';
import { useState } from 'react';
import { type Offer, weighs, weightText } from '../../deeds/index.ts';

/** What is being decided, before it is sent. */
export function useVerdictForm(outcomes: readonly { value: Outcome }[]) {
  const only = outcomes.length === 1 ? (outcomes[0]?.value ?? null) : null;
  const [outcome, setOutcome] = useState<Outcome | null>(only);
  const [reason, setReason] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [days, setDays] = useState<number | null>(7);
  const [told, setTold] = useState<string>();
  const toggle = (key: string) => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    setPicked(next);
  };
  /** What can be sent; null after telling what is missing. */
  const verdictOf = (offers: readonly Offer[]): Verdict | null => {
    const text = reason.trim();
    if (outcome === null || text === '' || text.length > limits.moderationReason) {
      setTold(
        outcome === null
          ? 'Escolha como o caso termina.'
          : text === ''
            ? 'Motivo obrigatório'
            : `Use até ${limits.moderationReason} caracteres.`,
      );
      return null;
    }
    setTold(undefined);
    const actions = offers
      .filter(({ key }) => picked.has(key))
      .map(({ action, on }) => ({
        action,
        on,
        ...(action === 'suspend' && days !== null ? { days } : {}),
      }));
    return { outcome, reason: text, actions };
  };
  return {
    outcome,
    choose: (next: Outcome) => {
      setOutcome(next);
      setTold(undefined);
    },
    reason,
    setReason,
    picked,
    toggle,
    days,
    setDays,
    told,
    verdictOf,
  };
}

export type VerdictForm = ReturnType<typeof useVerdictForm>;

/** What a verdict asks about once more, in words; null where nothing of it weighs. */
export function weightOf({ actions }: Verdict): string | null {
  const words = actions.filter(weighs).map(weightText);
  return words.length === 0 ? null : words.join(' ');
}
