import { useRef } from 'react';

interface DialogOpener {
  readonly element: HTMLElement;
  /** Whether the element was in the visible part of the page when it opened the dialog. */
  readonly wasVisible: boolean;
}

/**
 * The element that gets the focus after a dialog opened by `element` has closed. A menu item disappears with its menu,
 * so the button of the menu is used instead.
 */
function returnFocusTargetOf(element: HTMLElement): HTMLElement {
  const menu = element.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? element;
}

let lastFocused: EventTarget | null = null;
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target;
  });
}

/**
 * The focused element. A menu that is closing removes its focused item from the page a moment before its button
 * gets the focus; until then that item is returned.
 */
function focusedElement(): HTMLElement | null {
  const { activeElement, body } = document;
  if (activeElement instanceof HTMLElement && activeElement !== body) return activeElement;
  return lastFocused instanceof HTMLElement && !lastFocused.isConnected ? lastFocused : null;
}

function currentOpener(): DialogOpener | null {
  const focusedNow = focusedElement();
  const element = focusedNow && returnFocusTargetOf(focusedNow);
  if (!element?.isConnected) return null;
  const { top, bottom } = element.getBoundingClientRect();
  return { element, wasVisible: bottom > 0 && top < window.innerHeight };
}

/**
 * Handlers that restore the focus to the element that opened a dialog; Radix does so only for its own trigger, but
 * dialogs here are opened by state. `fallbackSelector` finds the element for a dialog that no element of this page
 * opened, such as a dialog opened by the address. An element that was out of sight when the dialog opened is focused
 * without scrolling.
 */
export function useReturnFocus(fallbackSelector?: string | undefined) {
  const opener = useRef<DialogOpener | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = currentOpener();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      if (current?.element.isConnected) {
        return current.element.focus({ preventScroll: !current.wasVisible });
      }
      // Another dialog that closes at the same time may already have restored the focus. The focus is moved only if no
      // element has it or a closing dialog contains it.
      const { activeElement, body } = document;
      if (activeElement !== body && !activeElement?.closest('[data-state="closed"]')) return;
      const fallbackElement = fallbackSelector
        ? document.querySelector<HTMLElement>(fallbackSelector)
        : null;
      // The element that opened the dialog was removed, for example a button that disappears after its action.
      (fallbackElement ?? document.getElementById('conteudo'))?.focus({ preventScroll: true });
    },
  };
}
