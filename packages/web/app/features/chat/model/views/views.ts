import type { ChatPartner } from '@guilda/contract/chat/messaging';
import type { RealtimeState } from '../../../../lib/realtime/realtime.ts';

/** A message as components render it. */
export interface ChatItem {
  readonly id: string;
  readonly senderId: string;
  readonly message: string;
  /** Time of sending (ISO 8601): the server's time once the message is stored, this device's time before. */
  readonly sentAt: string;
  /** The message's number in the conversation; null until it is stored. */
  readonly seq: number | null;
  /**
   * State of the message. Own messages: `queued` while offline, `sending` until acknowledged, `sent`, `read`, or
   * `failed` until retried or discarded. The partner's messages: `received`.
   */
  readonly state: 'queued' | 'sending' | 'sent' | 'read' | 'failed' | 'received';
  /** Text that explains why sending failed; null otherwise. */
  readonly reason: string | null;
  /** Whether the platform wrote the message in the sender's name, such as the greeting of an order. */
  readonly system: boolean;
}

/** A conversation as components render it. */
export interface ConversationView {
  /** `refused`: the server refuses to load the conversation, and loading it again would not help. */
  readonly status: 'loading' | 'ready' | 'error' | 'refused';
  /** Text of the refusal; null unless the status is `refused`. */
  readonly refusal: string | null;
  /** The messages, oldest first. */
  readonly items: readonly ChatItem[];
  /** Whether there are messages older than the first item, and whether they are being loaded. */
  readonly olderStatus: 'more' | 'loading' | 'none' | 'error';
  readonly typing: boolean;
  /** The partner; null until loaded. */
  readonly partner: ChatPartner | null;
  /** Whether an unsent message could not be stored on this device, so that closing the tab would lose it. */
  readonly hasUnstoredMessages: boolean;
}

/** The list of partners as components render it, the most recently active first. */
export interface PartnersView {
  readonly status: 'loading' | 'ready' | 'error';
  readonly partners: readonly ChatPartner[];
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** Number of conversations with unread messages, including those beyond the loaded pages, without muted ones. */
  readonly unreadConversations: number;
}

/** Why a text cannot be sent; `text` explains the problem to the person. */
export interface SendProblem {
  readonly code: 'empty' | 'too_long' | 'invalid_text';
  readonly text: string;
}

/** The signed-in person's chat: a store that does not depend on mounted components. */
export interface ChatStore {
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the view changes. */
  partners(): PartnersView;
  /** Returns the same object until the view changes. */
  conversation(uid: string): ConversationView;
  connection(): RealtimeState;
  /**
   * Reports that a component shows the conversation: its messages are loaded and, while the tab is visible, marked as
   * read.
   */
  open(uid: string): void;
  close(uid: string): void;
  /** Shows the text at once and sends it as soon as possible; returns null, or the reason why it cannot be sent. */
  send(uid: string, text: string): SendProblem | null;
  /** Sends a failed message again. */
  retry(uid: string, id: string): void;
  /** Discards a message that was not sent yet. */
  discard(uid: string, id: string): void;
  loadOlder(uid: string): Promise<void>;
  loadMorePartners(): Promise<void>;
  /** Reloads the conversation with `uid` after an error; without `uid` the list of partners. */
  reload(uid?: string): void;
  /** Reports that the person types to `uid`; the server is notified at most every 2 s. */
  typing(uid: string): void;
  /** Whether closing or reloading the tab would lose own messages, because they are not stored on this device. */
  hasUnstoredMessages(): boolean;
  /** Whether signing out would lose own messages, because the server has not confirmed them yet. */
  hasUnsentMessages(): boolean;
  /** Mutes or unmutes a conversation. Rejects when the server refuses; the view then shows the previous state. */
  setMuted(uid: string, isMuted: boolean): Promise<void>;
}
