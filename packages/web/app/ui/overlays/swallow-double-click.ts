import { useEffect } from 'react';

/** The second click of a double click may arrive this long after the first click has closed a dialog, in ms. */
const MAX_LATE_CLICK_MS = 500;

/** Events that would press an element or move the focus that the dialog has restored. */
const SWALLOWED_EVENTS = ['click', 'mousedown'] as const;

/** Cancels an event of the second click of a double click. */
function swallowSecondClick(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Suppresses the second click of a double click whose first click closed a dialog. Otherwise the second click would hit
 * an element below the dialog, such as a link in the bottom bar of a phone.
 */
export function useSwallowDoubleClick(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const controller = new AbortController();
      const options = { capture: true, signal: controller.signal };
      for (const kind of SWALLOWED_EVENTS)
        document.addEventListener(kind, swallowSecondClick, options);
      setTimeout(() => controller.abort(), MAX_LATE_CLICK_MS);
    };
  }, [isOpen]);
}
