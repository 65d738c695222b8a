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
  /**
   * How many history entries lie between here and the page that the chat was opened from; 0 when going back would
   * not lead to that page.
   */
  readonly depth: number;
  /** Whether the previous history entry is the list of conversations. */
  readonly fromList: boolean;
}

const outsideChat: HistoryStep = { depth: 0, fromList: false };

/**
 * Tracks the navigations inside the chat, so that closing the chat goes back to the history entry of the
 * page below instead of adding a second entry for that page.
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
