import { useRef } from 'react';

/**
 * Handlers that give the focus back to whatever opened a dialog. Radix does so only for a trigger of
 * its own, and ours are opened by state.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      if (current?.isConnected) current.focus();
      // What opened it is gone, for instance a button that has done its work.
      else document.getElementById('conteudo')?.focus({ preventScroll: true });
    },
  };
}
