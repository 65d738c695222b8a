import { useEffect } from 'react';

/** How long after a dialog closed the second click of a double click may still arrive, in ms. */
const MAX_LATE_CLICK_MS = 500;

/** Events that would press an element, or move the focus that the dialog has restored. */
const SWALLOWED_EVENTS = ['click', 'mousedown'] as const;

/** Suppresses the second click of a double click. */
function swallowSecondClick(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The second half of a double click belongs to what the first one pressed. When that closed the dialog,
 * the rest would land on what lies beneath it, such as a link of the bottom bar on a phone.
 */
export function useSwallowDoubleClick(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      const late = new AbortController();
      const options = { capture: true, signal: late.signal };
      for (const kind of SWALLOWED_EVENTS)
        document.addEventListener(kind, swallowSecondClick, options);
      setTimeout(() => late.abort(), MAX_LATE_CLICK_MS);
    };
  }, [open]);
}
