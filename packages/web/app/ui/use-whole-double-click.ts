import { useEffect } from 'react';

/** How long after a dialog has gone the rest of a double click may still come, in ms. */
const LATE_MS = 500;

/** Keeps a click from whatever it landed on. */
function swallow(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The second half of a double click belongs to what the first one pressed. When that closed the dialog,
 * the rest would land on what lies beneath it, such as a link of the bottom bar on a phone.
 */
export function useWholeDoubleClick(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      document.addEventListener('click', swallow, { capture: true });
      setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), LATE_MS);
    };
  }, [open]);
}
