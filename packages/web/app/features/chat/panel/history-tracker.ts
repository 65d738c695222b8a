/** A navigation of the router, as far as it concerns the chat. */
export interface ChatNavigation {
  /** Key that the router gives to the history entry. */
  readonly key: string;
  readonly type: 'PUSH' | 'REPLACE' | 'POP';
  /** The part of the chat that is open; null when the chat is closed. */
  readonly openPart: 'list' | 'conversation' | null;
  /** The address of the page below the chat. */
  readonly pagePath: string;
}

interface ChatHistoryPosition {
  /**
   * How many history entries Back has to go to reach the page that the chat was opened from; 0 when going back would
   * not lead to that page.
   */
  readonly depth: number;
  /** Whether the previous history entry is the list of conversations. */
  readonly fromList: boolean;
}

const positionOutsideChat: ChatHistoryPosition = { depth: 0, fromList: false };

/**
 * Tracks the navigations inside the chat. Closing the chat can then go back to the history entry of the page below
 * instead of adding a second entry for that page.
 */
export function createHistoryTracker(): {
  arrive(visit: ChatNavigation): void;
  currentPosition(): ChatHistoryPosition;
} {
  const positions = new Map<string, ChatHistoryPosition>();
  let lastVisit: ChatNavigation | null = null;
  const currentPosition = () =>
    lastVisit ? (positions.get(lastVisit.key) ?? positionOutsideChat) : positionOutsideChat;
  const positionOf = (visit: ChatNavigation): ChatHistoryPosition => {
    if (!visit.openPart || !lastVisit) return positionOutsideChat;
    if (visit.type === 'REPLACE') return currentPosition();
    if (lastVisit.pagePath !== visit.pagePath) return positionOutsideChat;
    if (!lastVisit.openPart) return { depth: 1, fromList: false };
    const { depth } = currentPosition();
    return { depth: depth && depth + 1, fromList: lastVisit.openPart === 'list' };
  };
  return {
    arrive(visit) {
      const { key, openPart, pagePath } = visit;
      if (
        key === lastVisit?.key &&
        openPart === lastVisit.openPart &&
        pagePath === lastVisit.pagePath
      )
        return;
      if (visit.type !== 'POP') positions.set(key, positionOf(visit));
      lastVisit = visit;
    },
    currentPosition,
  };
}
