import { useEffect, useState } from 'react';

/**
 * A dialog that the page opens meanwhile, such as one whose code has just come, would take focus and
 * presses away from a sheet that covers it. The number is the sheet's key: with a new one it is opened
 * anew, over the other.
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
