import { type RefObject, useEffect, useRef } from 'react';

interface GrowingList {
  loadMore(): void;
}

/** Whether the focus has moved since "Carregar mais" was pressed. */
export function hasFocusLeftButton(): boolean {
  const { activeElement: active, body } = document;
  return active !== null && active !== body && !active.closest('.listEnd');
}

/**
 * For a list in `box` (a `ul` with its "Carregar mais" below): once the next page is there, the focus
 * goes from the button to the first item that came, unless it has gone elsewhere meanwhile.
 */
export function useFocusFirstNewItem<L extends GrowingList, E extends HTMLElement = HTMLDivElement>(
  list: L,
  count: number,
): { box: RefObject<E | null>; list: L } {
  const box = useRef<E>(null);
  const shown = useRef<number>(null);
  useEffect(() => {
    const before = shown.current;
    if (before === null || count === before) return;
    shown.current = null;
    if (count < before || hasFocusLeftButton()) return;
    const item = box.current?.querySelectorAll(':scope > ul > li')[before];
    item?.querySelector<HTMLElement>('a:not([tabindex="-1"])')?.focus({ preventScroll: true });
  }, [count]);
  const loadMore = () => {
    shown.current = count;
    list.loadMore();
  };
  return { box, list: { ...list, loadMore } };
}
