import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { browserChat, type ConversationView } from '../../model/index.ts';
import { hasUnsentMessage, itemsAfter, receivedItems } from '../rules/new-items.ts';
import { createLogScroll, type LogScroll } from './log-scroll.ts';

/** Keeps the scroll position when the log changes its size. */
function keepPlaceOnResize(logBox: HTMLElement, logScroll: LogScroll): () => void {
  const observer = new ResizeObserver(() => logScroll.hold());
  observer.observe(logBox);
  return () => observer.disconnect();
}

/**
 * Scrolling of a conversation: the log stays at its end, older messages are added at the top without a jump, and
 * messages that arrive outside the visible part are counted.
 */
export function useLogScroll(uid: string, { items, status, olderStatus }: ConversationView) {
  const scroll = useRef<LogScroll | null>(null);
  const lastId = useRef<string | null>(null);
  const [missedCount, setMissedCount] = useState(0);

  const setBox = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const logScroll = createLogScroll(box);
    scroll.current = logScroll;
    const stop = keepPlaceOnResize(box, logScroll);
    return () => {
      stop();
      scroll.current = null;
    };
  }, []);

  const canLoadOlder = status === 'ready' && olderStatus === 'more';
  const lookForOlder = useCallback(() => {
    if (canLoadOlder && scroll.current?.atStart()) void browserChat().loadOlder(uid);
  }, [uid, canLoadOlder]);

  // Restores the position after every render and before the browser paints, so that visible rows do not move.
  useLayoutEffect(() => scroll.current?.hold());

  useLayoutEffect(() => {
    const newItems = itemsAfter(items, lastId.current);
    lastId.current = items.at(-1)?.id ?? null;
    if (hasUnsentMessage(newItems)) scroll.current?.toEnd();
    else if (!scroll.current?.following()) {
      setMissedCount((count) => count + receivedItems(newItems).length);
    }
  }, [items]);

  // When the loaded messages do not fill the log, the next page of older messages is requested without scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again after each page
  useEffect(lookForOlder, [lookForOlder, items]);

  const onScroll = useCallback(() => {
    scroll.current?.note();
    if (scroll.current?.following()) setMissedCount(0);
    lookForOlder();
  }, [lookForOlder]);

  const toEnd = useCallback(() => {
    scroll.current?.toEnd();
    setMissedCount(0);
  }, []);

  return { setBox, onScroll, missedCount, toEnd };
}
