import { useEffect } from 'react';

/** Events that would press an element or move the focus that the dialog has set. */
const SWALLOWED_EVENTS = ['click', 'mousedown'] as const;

/** Cancels the events of the second click of a double click, until the first press of another click. */
function swallowSecondClick() {
  const controller = new AbortController();
  const swallow = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') {
      controller.abort();
    }
  };
  for (const kind of SWALLOWED_EVENTS)
    document.addEventListener(kind, swallow, { capture: true, signal: controller.signal });
}

/**
 * Suppresses the second click of a double click whose first click opened or closed a dialog. Otherwise the second click
 * would press what has just appeared, or an element below a dialog that is gone, such as a link in the bottom bar of a
 * phone.
 */
export function useSwallowDoubleClick(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    swallowSecondClick();
    return swallowSecondClick;
  }, [isOpen]);
}
