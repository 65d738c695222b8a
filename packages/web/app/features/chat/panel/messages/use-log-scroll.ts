import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ConversationView, chat } from '../../model/index.ts';
import { hasOwnNew, itemsAfter, receivedAmong } from '../rules/arrivals.ts';
import { type LogScroll, logScroll } from './log-scroll.ts';

/** Keeps the place while the log or what is in it changes its size. */
function watchSize(box: HTMLElement, scroll: LogScroll): () => void {
  const observer = new ResizeObserver(() => scroll.hold());
  observer.observe(box);
  return () => observer.disconnect();
}

/**
 * The scrolling of a conversation: the end is followed, older messages come at the top without a jump,
 * and messages that arrive outside the visible part are counted.
 */
export function useLogScroll(uid: string, { items, status, older }: ConversationView) {
  const scroll = useRef<LogScroll | null>(null);
  const lastId = useRef<string | null>(null);
  const [missed, setMissed] = useState(0);

  const setBox = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const made = logScroll(box);
    scroll.current = made;
    const stop = watchSize(box, made);
    return () => {
      stop();
      scroll.current = null;
    };
  }, []);

  const wantOlder = status === 'ready' && older === 'more';
  const lookForOlder = useCallback(() => {
    if (wantOlder && scroll.current?.atStart()) void chat().loadOlder(uid);
  }, [uid, wantOlder]);

  // Before the paint, whatever has changed: nothing on screen may move.
  useLayoutEffect(() => scroll.current?.hold());

  useLayoutEffect(() => {
    const fresh = itemsAfter(items, lastId.current);
    lastId.current = items.at(-1)?.id ?? null;
    if (hasOwnNew(fresh)) scroll.current?.toEnd();
    else if (!scroll.current?.following()) {
      setMissed((count) => count + receivedAmong(fresh).length);
    }
  }, [items]);

  // A page that leaves room above brings the next one by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked again after each page
  useEffect(lookForOlder, [lookForOlder, items]);

  const onScroll = useCallback(() => {
    scroll.current?.note();
    if (scroll.current?.following()) setMissed(0);
    lookForOlder();
  }, [lookForOlder]);

  const toEnd = useCallback(() => {
    scroll.current?.toEnd();
    setMissed(0);
  }, []);

  return { setBox, onScroll, missed, toEnd };
}
