import type { ChatPartner } from '@guilda/contract/messaging';
import type { RealtimeState } from '../../../../lib/realtime/realtime.ts';

/** A message as it is shown. */
export interface ChatItem {
  readonly id: string;
  readonly senderId: string;
  readonly message: string;
  /** The server's time once it is stored, this device's until then (ISO 8601). */
  readonly sentAt: string;
  /** The message's number in the conversation; null until it is stored. */
  readonly seq: number | null;
  /**
   * Own messages: `queued` while there is no connection, `sending` until acknowledged, `sent`, `read`, or
   * `failed` until tried again or discarded. The partner's: `received`.
   */
  readonly state: 'queued' | 'sending' | 'sent' | 'read' | 'failed' | 'received';
  /** Why it failed, as the person reads it; null otherwise. */
  readonly reason: string | null;
}

/** One conversation as it is shown. */
export interface ConversationView {
  readonly status: 'loading' | 'ready' | 'error';
  /** Oldest first. */
  readonly items: readonly ChatItem[];
  /** State of the older messages before the first item. */
  readonly older: 'more' | 'loading' | 'none' | 'error';
  readonly typing: boolean;
  /** Null until known. */
  readonly partner: ChatPartner | null;
  /** An unsent message could not be stored on this device, so closing the tab would lose it. */
  readonly unkept: boolean;
}

/** The people one talks with, the last active first. */
export interface PartnersView {
  readonly status: 'loading' | 'ready' | 'error';
  readonly partners: readonly ChatPartner[];
  readonly more: boolean;
  readonly loadingMore: boolean;
  /** Conversations with unread messages, muted ones apart; those beyond the loaded pages included. */
  readonly unreadConversations: number;
}

/** Why a text is not sent at all; `text` is what the person reads. */
export interface SendProblem {
  readonly code: 'empty' | 'too_long' | 'invalid_text';
  readonly text: string;
}

/** The signed-in person's conversations: a store that does not depend on mounted components. */
export interface ChatStore {
  /** Calls back after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The same object as long as nothing in it changes. */
  partners(): PartnersView;
  /** The same object as long as nothing in it changes. */
  conversation(uid: string): ConversationView;
  connection(): RealtimeState;
  /** The conversation is on screen: it loads, and what comes while the tab is visible is read. */
  open(uid: string): void;
  close(uid: string): void;
  /** Shows the text at once and sends it when it can; null, or why it does not. */
  send(uid: string, text: string): SendProblem | null;
  /** Sends a failed message again. */
  retry(uid: string, id: string): void;
  /** Discards a message that has not been sent. */
  discard(uid: string, id: string): void;
  loadOlder(uid: string): Promise<void>;
  loadMorePartners(): Promise<void>;
  /** Asks again for a conversation, or for the list of partners. */
  reload(uid?: string): void;
  /** The person is typing to `uid`; sent at most every 2 s. */
  typing(uid: string): void;
  /** Rejects when the server refuses; the view then shows the previous state. */
  setMuted(uid: string, on: boolean): Promise<void>;
}
