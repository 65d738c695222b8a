import type { Verdict } from '@guilda/contract/desk';
import { type FormEvent, useState } from 'react';
import type { Offer } from '../../deeds/index.ts';
import { type VerdictForm, weightOf } from './use-verdict-form.ts';

/** The verdict that is asked about once more before it is sent, because something of it weighs. */
export function useAsked(form: VerdictForm, offers: readonly Offer[]) {
  const [asked, setAsked] = useState<Verdict | null>(null);
  const submitTo = (decide: (verdict: Verdict) => unknown) => (event: FormEvent) => {
    event.preventDefault();
    const verdict = form.verdictOf(offers);
    if (!verdict) return;
    if (weightOf(verdict)) setAsked(verdict);
    else decide(verdict);
  };
  return { asked, close: () => setAsked(null), submitTo };
}
