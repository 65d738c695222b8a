import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { browserChat, type ConversationView } from '../../model/index.ts';
import { createNewItemFinder } from '../rules/new-items.ts';
import { createLogScroll, type LogScroll } from './log-scroll.ts';

function watchSize(logBox: HTMLElement, onResize: () => void): () => void {
  const observer = new ResizeObserver(onResize);
  observer.observe(logBox);
  return () => observer.disconnect();
}

/**
 * Requests older messages: `loadOlder` on scrolling, and without scrolling while the loaded messages do not overflow the
 * log, because there is nothing to scroll then.
 */
function useOlderMessages(
  uid: string,
  { items, status, olderStatus }: ConversationView,
  scroll: RefObject<LogScroll | null>,
) {
  const canLoadOlder = status === 'ready' && olderStatus === 'more';
  const loadOlder = useCallback(() => {
    if (canLoadOlder) void browserChat().loadOlder(uid);
  }, [uid, canLoadOlder]);
  const fill = useCallback(() => {
    if (scroll.current?.overflows() === false) loadOlder();
  }, [scroll, loadOlder]);
  const latestFill = useRef(fill);
  latestFill.current = fill;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again after each page
  useEffect(fill, [fill, items]);
  const fillNow = useCallback(() => latestFill.current(), []);
  return { loadOlder, fillNow };
}

/**
 * Scrolling of a conversation: the log stays at its end, older messages are added at the top without a jump, and
 * messages that arrive outside the visible part are counted.
 */
export function useLogScroll(uid: string, view: ConversationView) {
  const { items, status } = view;
  const scroll = useRef<LogScroll | null>(null);
  const [findNewItems] = useState(createNewItemFinder);
  const [missedCount, setMissedCount] = useState(0);

  const { loadOlder, fillNow } = useOlderMessages(uid, view, scroll);

  const setBox = useCallback(
    (box: HTMLElement | null) => {
      if (!box) return;
      const logScroll = createLogScroll(box);
      scroll.current = logScroll;
      const stop = watchSize(box, () => {
        logScroll.hold();
        fillNow();
      });
      return () => {
        stop();
        scroll.current = null;
      };
    },
    [fillNow],
  );

  // Restores the position after every render and before the browser paints, so that visible rows do not move.
  useLayoutEffect(() => scroll.current?.hold());

  useLayoutEffect(() => {
    const { received, hasUnsent } = findNewItems({ items, status });
    if (hasUnsent) scroll.current?.toEnd();
    else if (!scroll.current?.following()) setMissedCount((count) => count + received.length);
  }, [findNewItems, items, status]);

  // Scroll events also follow from changes of the position by code, which load nothing.
  const onScroll = useCallback(() => {
    const { current } = scroll;
    if (!current) return;
    const reachedStart = current.scrolledUp() && current.atStart();
    current.note();
    if (current.following()) setMissedCount(0);
    if (reachedStart) loadOlder();
  }, [loadOlder]);

  const toEnd = useCallback(() => {
    scroll.current?.toEnd();
    setMissedCount(0);
  }, []);

  return { setBox, onScroll, missedCount, toEnd };
}
