import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The post at the top of the visible part, and the distance of its upper edge from the top of the window, in px. */
interface ReadingPosition {
  readonly article: HTMLElement;
  readonly topPx: number;
}

/**
 * The first post that ends below the top bar; null when the page is scrolled to its top, where new posts should appear.
 */
function currentReadingPosition(feedBox: HTMLElement | null): ReadingPosition | null {
  if (!feedBox || window.scrollY <= 0) return null;
  const barPx = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  for (const article of feedBox.children) {
    const { top: topPx, bottom } = article.getBoundingClientRect();
    if (bottom > barPx && article instanceof HTMLElement) return { article, topPx };
  }
  return null;
}

/**
 * Keeps the reading position when a dialog with its own history entry closes: the browser restores the former scroll
 * offset, which is wrong if a post was added above.
 */
export function useKeepReadingPosition(boxRef: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const lastPosition = useRef<ReadingPosition>(null);
  const positionRef = useRef<ReadingPosition>(null);

  useEffect(() => {
    const recordPosition = () => {
      lastPosition.current = currentReadingPosition(boxRef.current);
    };
    window.addEventListener('scroll', recordPosition, { passive: true });
    return () => window.removeEventListener('scroll', recordPosition);
  }, [boxRef]);

  // Runs before the router restores the scroll offset, so the position is still the one that the person saw.
  useLayoutEffect(() => {
    positionRef.current = key === '' ? null : lastPosition.current;
  }, [key]);

  // Runs after the router has restored the scroll offset and corrects it.
  useEffect(() => {
    const { current } = positionRef;
    if (key === '' || !current?.article.isConnected) return;
    const offsetPx = current.article.getBoundingClientRect().top - current.topPx;
    if (Math.abs(offsetPx) > 1) window.scrollBy({ top: offsetPx, behavior: 'instant' });
  }, [key]);
}
