import { useRef } from 'react';

interface DialogOpener {
  readonly element: HTMLElement;
  /** Whether the element was visible when it opened the dialog. */
  readonly inSight: boolean;
}

/** A menu item disappears with its menu, so the button that opened the menu gets the focus. */
function lastingElementOf(element: HTMLElement): HTMLElement {
  const menu = element.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? element;
}

function currentOpener(): DialogOpener | null {
  const { activeElement, body } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return null;
  const element = lastingElementOf(activeElement);
  const { top, bottom } = element.getBoundingClientRect();
  return { element, inSight: bottom > 0 && top < window.innerHeight };
}

/**
 * Handlers that give the focus back to whatever opened a dialog. Radix does so only for a trigger of
 * its own, and ours are opened by state. `fallback` names what opens it where nothing of this page
 * did, such as a dialog that the address opened. Focusing an element outside the visible part does not scroll the page.
 */
export function useReturnFocus(fallback?: string | undefined) {
  const opener = useRef<DialogOpener | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = currentOpener();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      if (current?.element.isConnected) {
        return current.element.focus({ preventScroll: !current.inSight });
      }
      const other = fallback ? document.querySelector<HTMLElement>(fallback) : null;
      // The element that opened the dialog was removed, for instance a button after its action.
      (other ?? document.getElementById('conteudo'))?.focus({ preventScroll: true });
    },
  };
}
