import type { Outcome } from '@guilda/contract/moderation/moderation';
import { createContext, useContext } from 'react';
import type { DisputeDecisionFields } from '../model/dispute-decision.ts';

/** A decision of a case that is being written. */
export interface DecisionDraft {
  readonly outcome: Outcome | null;
  readonly reason: string;
  /** Keys of the chosen actions. */
  readonly picked: ReadonlySet<string>;
  /** Days of a suspension; null for a permanent one. */
  readonly days: number | null;
}

/** Drafts of the open queue by the id of their case or dispute. */
export interface DecisionDrafts {
  readonly cases: Map<string, DecisionDraft>;
  readonly disputes: Map<string, DisputeDecisionFields>;
}

export const createDecisionDrafts = (): DecisionDrafts => ({
  cases: new Map(),
  disputes: new Map(),
});

/** The drafts of the queue, which outlive the form of an item; null outside the queue. */
export const DecisionDraftsContext = createContext<DecisionDrafts | null>(null);

/** The drafts of the queue; null outside the queue. */
export const useDecisionDrafts = () => useContext(DecisionDraftsContext);
