import type { OwnUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import { type RefObject, useEffect, useRef } from 'react';
import * as styles from './chat-panel.module.css';
import { Conversation } from './conversation/conversation.tsx';
import { NoConversation } from './conversation/no-conversation.tsx';
import { hasTouchKeyboard } from './has-touch-keyboard.ts';
import { ConversationList } from './list/conversation-list.tsx';
import type { ChatLocation } from './use-chat-location.ts';
import { useFitAboveKeyboard } from './use-fit-above-keyboard.ts';

interface ChatPanelProps {
  user: OwnUser;
  chatLocation: ChatLocation;
}

/** Closes the chat on Escape, unless an element inside handles the key or the focus is elsewhere on the page. */
function useCloseOnEscape(closePanel: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.closest('[data-ui="chat"]')) closePanel();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [closePanel]);
}

/**
 * The element to focus: the text field of the open conversation, or the list row of the conversation just left
 * (`uidBefore`).
 */
function focusTargetIn(frameElement: HTMLElement, uid: string | null, uidBefore: string | null) {
  const findInFrame = (selector: string) => frameElement.querySelector<HTMLElement>(selector);
  if (uid === null)
    return uidBefore === null ? null : findInFrame(`a[data-uid="${CSS.escape(uidBefore)}"]`);
  // On touch devices, focusing the text field would open the on-screen keyboard over the messages.
  return (
    (hasTouchKeyboard() ? null : findInFrame('[data-ui="conversation"] textarea')) ??
    findInFrame('[data-ui="conversation"]')
  );
}

/** Moves the focus into the chat when it opens, and again when another conversation is opened. */
function useConversationFocus(frameRef: RefObject<HTMLElement | null>, uid: string | null): void {
  const lastUid = useRef<string | null>(null);
  useEffect(() => {
    const { current } = frameRef;
    if (!current) return;
    const target = focusTargetIn(current, uid, lastUid.current) ?? current;
    lastUid.current = uid;
    target.focus({ preventScroll: true });
  }, [frameRef, uid]);
}

/**
 * The chat: the list at the left, the open conversation at the right; small screens show one of the two. The page below
 * is inert, while the top and bottom bars stay usable.
 */
export function ChatPanel({ user, chatLocation }: ChatPanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { uid, close, toList } = chatLocation;
  useCloseOnEscape(close);
  useFitAboveKeyboard(frame);
  useConversationFocus(frame, uid);
  return (
    <div
      ref={frame}
      id="conversas"
      role="dialog"
      aria-labelledby="conversas-t"
      tabIndex={-1}
      data-wide-page
      className={clsx(styles.panel, 'chat', uid === null && styles.showsList)}
      data-ui="chat"
    >
      <ConversationList chosenUid={uid} />
      {uid === null ? (
        <NoConversation />
      ) : (
        <Conversation key={uid} uid={uid} user={user} onBack={toList} />
      )}
    </div>
  );
}
