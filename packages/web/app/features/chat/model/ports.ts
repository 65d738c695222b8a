import type { ChatPartner, Message } from '@guilda/contract/messaging';
import type { Realtime } from '../../../lib/realtime/realtime.ts';
import type { Outgoing } from './outgoing.ts';
import type { After } from './task.ts';

/** What the chat asks of the API; each rejects with `ApiError` where it is refused. */
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

/** Where own messages wait until they are acknowledged; each rejects where the device refuses. */
export interface Outbox {
  /** A person's own, in no order. */
  list(owner: string): Promise<readonly Outgoing[]>;
  put(outgoing: Outgoing): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What one tab tells the others of the same person. */
export type TabNote =
  | { readonly kind: 'waiting'; readonly outgoing: Outgoing }
  | { readonly kind: 'discarded'; readonly id: string }
  | { readonly kind: 'stored'; readonly message: Message };

/** The other tabs of this browser with the same person. */
export interface Tabs {
  /** Runs `work` while no other tab runs work of this name. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  tell(note: TabNote): void;
  /** Hears the others until the returned function is called. */
  hear(listener: (note: TabNote) => void): () => void;
}

/** The tab itself. */
export interface TabSight {
  visible(): boolean;
  onVisible(listener: () => void): () => void;
}

export interface ChatPorts {
  readonly api: ChatApi;
  readonly line: Pick<Realtime, 'on' | 'send' | 'getState' | 'subscribe'>;
  readonly outbox: Outbox;
  readonly tabs: Tabs;
  readonly sight: TabSight;
  readonly after: After;
  /** The server's time as far as known, in ms since the epoch. */
  now(): number;
  /** A new UUID. */
  newId(): string;
}
