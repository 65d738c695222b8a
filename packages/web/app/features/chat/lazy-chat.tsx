import { useLayoutEffect, useRef } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { RequireSession } from '../identity/index.ts';
import * as styles from './lazy-chat.module.css';
import { useChatLocation } from './panel/use-chat-location.ts';

const loadChatPanel = () => import('./panel/chat-panel.tsx').then((module) => module.ChatPanel);

/** Loads the code of the chat before it is opened; after a failure, opening the chat loads it again. */
export const preloadChat = () => preloadCode(loadChatPanel);

/** The button that gets the focus when the chat closes, if the chat was not opened by an element of this page. */
function visibleChatButton(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-abre-chat]')].find(
    (each) => each.getClientRects().length > 0,
  );
}

/** When the chat closes, focuses the element that had the focus when the chat opened. */
function useReturnFocusToOpener(isOpen: boolean): void {
  const opener = useRef<Element | null>(null);
  // This effect must run before the one in which the chat panel takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    return () => {
      const { current } = opener;
      const isFocusable = current instanceof HTMLElement && current !== document.body;
      // The page below the chat stays inert and cannot take the focus until the closing of the chat has been rendered.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const target = isFocusable && current.isConnected ? current : visibleChatButton();
        target?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

/** Placeholder of the chat while its code is loading. */
function ChatSkeleton() {
  return (
    <Loading label="Abrindo as conversas" className={styles.opening}>
      {['55%', '40%', '62%', '48%'].map((width) => (
        <div key={width} className="row">
          <Skeleton width={48} height={48} />
          <div className="grow column gap2">
            <Skeleton width={width} height={16} />
            <Skeleton width="38%" height={13} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/**
 * The chat over the current page, opened by the page's address; its code is loaded at the first opening. A visitor who
 * opens an address of the chat signs in first.
 */
export function LazyChat() {
  const chatLocation = useChatLocation();
  const Panel = useLazyComponent(loadChatPanel, chatLocation.open, chatLocation.close);
  useReturnFocusToOpener(chatLocation.open);
  if (!chatLocation.open) return null;
  return (
    <RequireSession fallback={<ChatSkeleton />}>
      {(user) =>
        // The key renders the chat anew when another person signs in, so that it holds no text of the person before.
        Panel ? <Panel key={user.uid} user={user} chatLocation={chatLocation} /> : <ChatSkeleton />
      }
    </RequireSession>
  );
}
