import { useLayoutEffect, useRef } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { RequireSession } from '../identity/index.ts';
import { useChatLocation } from './panel/use-chat-location.ts';

const loadChatPanel = () => import('./panel/chat-panel.tsx').then((module) => module.ChatPanel);

/** Fetches the chat ahead of need; where it cannot be had now, opening it asks again. */
export const preloadChat = () => preloadCode(loadChatPanel);

/** The button that gets the focus when the chat closes and no button of this page opened it. */
function visibleChatButton(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-abre-chat]')].find(
    (each) => each.getClientRects().length > 0,
  );
}

/** Gives the focus back to what had it when the chat opened. */
function useReturnFocusToOpener(open: boolean): void {
  const opener = useRef<Element | null>(null);
  // Must run before the effect in which the panel takes the focus.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    return () => {
      const { current } = opener;
      const known = current instanceof HTMLElement && current !== document.body;
      // The page is inert until this change has been painted.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const target = known && current.isConnected ? current : visibleChatButton();
        target?.focus({ preventScroll: true });
      });
    };
  }, [open]);
}

/**
 * The chat over whatever page is on screen, opened by the page's address and fetched on its first
 * opening. A visitor who follows an address of the chat signs in first.
 */
export function LazyChat() {
  const place = useChatLocation();
  const Panel = useLazyComponent(loadChatPanel, place.open, place.close);
  useReturnFocusToOpener(place.open);
  if (!place.open) return null;
  return (
    <RequireSession fallback={null}>
      {(user) => Panel && <Panel user={user} place={place} />}
    </RequireSession>
  );
}
