/** A navigation of the router. */
export interface ChatNavigation {
  /** The router's key of the history entry. */
  readonly key: string;
  readonly type: 'PUSH' | 'REPLACE' | 'POP';
  /** The open part of the chat; null when closed. */
  readonly shows: 'list' | 'conversation' | null;
  /** The address of the page below the chat. */
  readonly below: string;
}

interface HistoryStep {
  /** Entries of the history from the page it was opened from; 0 where there is none to go back to. */
  readonly depth: number;
  /** The entry before it is the list. */
  readonly fromList: boolean;
}

const outsideChat: HistoryStep = { depth: 0, fromList: false };

/**
 * Follows how the chat was opened and walked through, so that closing leads back to the entry of the
 * page it was opened from and leaves no second copy of the page in the history.
 */
export function createHistoryTracker(): {
  arrive(visit: ChatNavigation): void;
  current(): HistoryStep;
} {
  const steps = new Map<string, HistoryStep>();
  let last: ChatNavigation | null = null;
  const current = () => (last ? (steps.get(last.key) ?? outsideChat) : outsideChat);
  const stepOf = (visit: ChatNavigation): HistoryStep => {
    if (!visit.shows || !last) return outsideChat;
    if (visit.type === 'REPLACE') return current();
    if (last.below !== visit.below) return outsideChat;
    if (!last.shows) return { depth: 1, fromList: false };
    const { depth } = current();
    return { depth: depth && depth + 1, fromList: last.shows === 'list' };
  };
  return {
    arrive(visit) {
      const { key, shows, below } = visit;
      if (key === last?.key && shows === last.shows && below === last.below) return;
      if (visit.type !== 'POP') steps.set(key, stepOf(visit));
      last = visit;
    },
    current,
  };
}
