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
  /** For each entry, the navigation that led to the entry before it. */
  const visitsBefore = new Map<string, ChatNavigation>();
  let lastVisit: ChatNavigation | null = null;
  const positionAt = (visit: ChatNavigation | null) =>
    (visit && positions.get(visit.key)) ?? positionOutsideChat;
  const positionAbove = (before: ChatNavigation): ChatHistoryPosition => {
    if (!before.openPart) return { depth: 1, fromList: false };
    const { depth } = positionAt(before);
    return { depth: depth && depth + 1, fromList: before.openPart === 'list' };
  };
  const positionOf = (visit: ChatNavigation): ChatHistoryPosition => {
    if (!visit.openPart || !lastVisit) return positionOutsideChat;
    const isReplace = visit.type === 'REPLACE';
    // A conversation opened from a dialog, such as the notifications, replaces the dialog's entry: Back leads to the
    // page below the dialog.
    const before = isReplace ? visitsBefore.get(lastVisit.key) : lastVisit;
    if (before?.pagePath === visit.pagePath) return positionAbove(before);
    return isReplace ? positionAt(lastVisit) : positionOutsideChat;
  };
  const remember = (visit: ChatNavigation) => {
    positions.set(visit.key, positionOf(visit));
    const before = visit.type === 'PUSH' ? lastVisit : lastVisit && visitsBefore.get(lastVisit.key);
    if (before) visitsBefore.set(visit.key, before);
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
      if (visit.type !== 'POP') remember(visit);
      lastVisit = visit;
    },
    currentPosition: () => positionAt(lastVisit),
  };
}
