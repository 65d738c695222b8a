import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The post a reader looks at, and where on the screen it begins, in px. */
interface ReadingPosition {
  readonly article: HTMLElement;
  readonly top: number;
}

/** The first post whose end is below the top bar; null at the very top of the page, where new posts are shown. */
function currentReadingPosition(box: HTMLElement | null): ReadingPosition | null {
  if (!box || window.scrollY <= 0) return null;
  const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  for (const article of box.children) {
    const { top, bottom } = article.getBoundingClientRect();
    if (bottom > bar && article instanceof HTMLElement) return { article, top };
  }
  return null;
}

/**
 * Keeps the reading position when a dialog with a history entry of its own closes: the browser restores the scroll
 * offset, which is wrong when a post was added above.
 */
export function useKeepReadingPosition(box: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const seen = useRef<ReadingPosition>(null);
  const kept = useRef<ReadingPosition>(null);

  useEffect(() => {
    const scrolled = () => {
      seen.current = currentReadingPosition(box.current);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, [box]);

  // Before the page is scrolled to where the history says…
  useLayoutEffect(() => {
    kept.current = key === '' ? null : seen.current;
  }, [key]);

  // …and after.
  useEffect(() => {
    const { current } = kept;
    if (key === '' || !current?.article.isConnected) return;
    const moved = current.article.getBoundingClientRect().top - current.top;
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }, [key]);
}
