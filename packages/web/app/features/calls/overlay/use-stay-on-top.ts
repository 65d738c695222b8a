import { useEffect, useState } from 'react';

/**
 * A dialog opened by the page during a call would take focus and clicks away from the call's sheet above
 * it. Returns a key for the sheet; a new key mounts the sheet again, above the dialog.
 */
export function useStayOnTop(sheet: HTMLElement | null): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!sheet) return;
    // Whatever is opened over a dialog hides it from assistive technology.
    const observer = new MutationObserver(() => {
      const below = sheet.getAttribute('aria-hidden') === 'true';
      if (below && sheet.dataset['state'] === 'open') setTurn((before) => before + 1);
    });
    observer.observe(sheet, { attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, [sheet]);
  return turn;
}
