import type { ChatPartner, Message } from '@guilda/contract/chat/messaging';
import type { RealtimeClient } from '../../../lib/realtime/realtime.ts';
import type { OutgoingMessage } from './sending/outgoing.ts';
import type { ScheduleAfter } from './sync/retrying-task.ts';

/** The API requests of the chat; each rejects with `ApiError` when the server refuses it. */
export interface ChatApi {
  partners(page: {
    readonly limit: number;
    readonly cursor?: string;
  }): Promise<{ readonly users: readonly ChatPartner[]; readonly nextCursor: string | null }>;
  partner(uid: string): Promise<ChatPartner>;
  /** The messages of the conversation with `uid`, newest first; with `before`, only those older than that message. */
  messages(
    uid: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly Message[]>;
  /** Marks the messages of `uid` as read, up to the one with the number `seq`. */
  markRead(uid: string, seq: number): Promise<void>;
  setMuted(uid: string, isMuted: boolean): Promise<void>;
  /** The number of unread conversations, as the server counts them. */
  unreadConversations(): Promise<number>;
}

/**
 * Storage of the person's own messages until they are acknowledged. Each method rejects when the browser's storage
 * fails.
 */
export interface Outbox {
  /** All stored messages of the person `owner`, in no particular order. */
  list(owner: string): Promise<readonly OutgoingMessage[]>;
  put(outgoing: OutgoingMessage): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Messages that a tab sends to the other tabs of the person. */
export type TabMessage =
  | { readonly kind: 'waiting'; readonly outgoing: OutgoingMessage }
  | { readonly kind: 'discarded'; readonly id: string }
  | { readonly kind: 'stored'; readonly message: Message };

/** The other tabs of this browser in which the same person is signed in. */
export interface OtherTabs {
  /** Runs `work` as soon as no other tab runs work with the same name. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  post(message: TabMessage): void;
  /** Calls the listener for messages of other tabs until the returned function is called. */
  subscribe(listener: (message: TabMessage) => void): () => void;
}

/** The visibility of this tab. */
export interface TabVisibility {
  visible(): boolean;
  onVisible(listener: () => void): () => void;
}

export interface ChatPorts {
  readonly api: ChatApi;
  readonly connection: Pick<RealtimeClient, 'on' | 'send' | 'getState' | 'subscribe'>;
  readonly outbox: Outbox;
  readonly tabs: OtherTabs;
  readonly visibility: TabVisibility;
  readonly scheduleAfter: ScheduleAfter;
  /** The server's time in ms since the epoch, as far as the device knows it. */
  now(): number;
  /** Creates a new UUID for a message. */
  newId(): string;
}
