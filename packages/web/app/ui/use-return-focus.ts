import { useRef } from 'react';

/**
 * Handlers that give the focus back to whatever opened a dialog. Radix does so only for a trigger of
 * its own, and ours are opened by state. `fallback` names what opens it where nothing of this page
 * did, such as a dialog that the address opened.
 */
export function useReturnFocus(fallback?: string | undefined) {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      const opened = current?.isConnected && current !== document.body ? current : null;
      const back = opened ?? (fallback ? document.querySelector<HTMLElement>(fallback) : null);
      // The page has not moved meanwhile: it stays where it was left.
      if (back) back.focus({ preventScroll: true });
      // What opened it is gone, for instance a button that has done its work.
      else document.getElementById('conteudo')?.focus({ preventScroll: true });
    },
  };
}
