import { type RefObject, useEffect, useRef } from 'react';

/** The elements that lists of the app consist of. */
const ITEM_SELECTOR = 'li, article';

/** Whether the focus has moved away from the end of the list since its button was pressed. */
export function hasFocusLeftButton(): boolean {
  const { activeElement: active, body } = document;
  return active !== null && active !== body && !active.closest('.listEnd');
}

/** Focuses an element that may have no `tabindex`. */
function focusElement(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Focuses the first link of an item, else its first button, else the item; false if the item is not visible. */
function focusItem(item: HTMLElement): boolean {
  const control =
    item.querySelector<HTMLElement>('a:not([tabindex="-1"])') ??
    item.querySelector<HTMLElement>('button:not([disabled])');
  control?.focus({ preventScroll: true });
  if (!item.contains(document.activeElement)) focusElement(item);
  return item.contains(document.activeElement);
}

const itemsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>(ITEM_SELECTOR)];

interface Press {
  /** The element around the list and its end. */
  readonly box: HTMLElement;
  readonly itemsBefore: ReadonlySet<HTMLElement>;
  hasLoadingStarted: boolean;
}

/**
 * For a button at the end of a list that loads more items: once they are rendered, moves the focus from the button to
 * the first of them, unless the person has moved the focus away. Without new items, the list takes the focus if the
 * button has disappeared.
 *
 * `end` is the element of class `listEnd` around the button, beside the list; `onPress` must be called when the button
 * is pressed. Call the hook in a component that stays mounted when the button disappears.
 */
export function useFocusFirstNewItem(loading: boolean): {
  end: RefObject<HTMLDivElement | null>;
  onPress(): void;
} {
  const end = useRef<HTMLDivElement>(null);
  const press = useRef<Press>(null);
  // Runs after each render, because loaded items may also appear without another request.
  useEffect(() => {
    const { current } = press;
    if (!current) return;
    if (loading) {
      current.hasLoadingStarted = true;
      return;
    }
    const { box, itemsBefore, hasLoadingStarted } = current;
    const newItems = itemsIn(box).filter((item) => !itemsBefore.has(item));
    if (newItems.length === 0 && !hasLoadingStarted) return;
    press.current = null;
    if (hasFocusLeftButton() || newItems.some(focusItem)) return;
    if (!end.current && itemsBefore.size > 0) focusElement(box);
  });
  const onPress = () => {
    const box = end.current?.parentElement;
    if (!box) return;
    press.current = { box, itemsBefore: new Set(itemsIn(box)), hasLoadingStarted: false };
  };
  return { end, onPress };
}
