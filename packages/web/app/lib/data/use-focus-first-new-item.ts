import { type RefObject, useEffect, useRef } from 'react';

interface GrowingList {
  loadMore(): void;
}

/** Whether the focus has moved away from "Carregar mais" since the button was pressed. */
export function hasFocusLeftButton(): boolean {
  const { activeElement: active, body } = document;
  return active !== null && active !== body && !active.closest('.listEnd');
}

/**
 * For a list in `box` (a `ul` with a button "Carregar mais" below it): when the next page is rendered, moves the focus
 * from the button to the first new item, unless the person has moved the focus away from the button.
 */
export function useFocusFirstNewItem<L extends GrowingList, E extends HTMLElement = HTMLDivElement>(
  list: L,
  count: number,
): { box: RefObject<E | null>; list: L } {
  const box = useRef<E>(null);
  const countAtPress = useRef<number>(null);
  useEffect(() => {
    const previousCount = countAtPress.current;
    if (previousCount === null || count === previousCount) return;
    countAtPress.current = null;
    if (count < previousCount || hasFocusLeftButton()) return;
    const item = box.current?.querySelectorAll(':scope > ul > li')[previousCount];
    item?.querySelector<HTMLElement>('a:not([tabindex="-1"])')?.focus({ preventScroll: true });
  }, [count]);
  const loadMore = () => {
    countAtPress.current = count;
    list.loadMore();
  };
  return { box, list: { ...list, loadMore } };
}
