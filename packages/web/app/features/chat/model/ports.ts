import type { ChatPartner, Message } from '@guilda/contract/messaging';
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
  /** Newest first, older than `before` where one is given. */
  messages(
    uid: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<readonly Message[]>;
  markRead(uid: string): Promise<void>;
  setMuted(uid: string, on: boolean): Promise<void>;
  /** How many conversations are unread. */
  unreadConversations(): Promise<number>;
}

/** Stores own messages until they are acknowledged; each method rejects when the browser's storage fails. */
export interface Outbox {
  /** All stored messages of a person, in no particular order. */
  list(owner: string): Promise<readonly OutgoingMessage[]>;
  put(outgoing: OutgoingMessage): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Messages between the tabs of one person. */
export type TabMessage =
  | { readonly kind: 'waiting'; readonly outgoing: OutgoingMessage }
  | { readonly kind: 'discarded'; readonly id: string }
  | { readonly kind: 'stored'; readonly message: Message };

/** The other tabs of this browser with the same person. */
export interface OtherTabs {
  /** Runs `work` while no other tab runs work of this name. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  post(note: TabMessage): void;
  /** Calls the listener for the others' notes until the returned function is called. */
  subscribe(listener: (note: TabMessage) => void): () => void;
}

/** The tab itself. */
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
  readonly after: ScheduleAfter;
  /** The server's time as far as known, in ms since the epoch. */
  now(): number;
  /** A new UUID. */
  newId(): string;
}
