import { useEffect, useState } from 'react';

/**
 * Keeps the call's sheet above dialogs that the page opens during a call, because such a dialog would take focus and
 * clicks away. Returns a React key for the sheet: a new key mounts the sheet again, above the dialog.
 */
export function useStayOnTop(sheet: HTMLElement | null): number {
  const [sheetKey, setSheetKey] = useState(0);
  useEffect(() => {
    if (!sheet) return;
    // A dialog that opens above the sheet sets `aria-hidden` on the sheet.
    const observer = new MutationObserver(() => {
      const isBelow = sheet.getAttribute('aria-hidden') === 'true';
      if (isBelow && sheet.dataset['state'] === 'open') setSheetKey((before) => before + 1);
    });
    observer.observe(sheet, { attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, [sheet]);
  return sheetKey;
}
