import { ApiError } from '@guilda/contract/api-error';
import { emptyPartnerEntry, type PartnerEntry } from '../partners/partner-entry.ts';
import type { ChatPorts } from '../ports.ts';
import type { OutgoingMessage } from '../sending/outgoing.ts';
import type { ChatItem, ConversationView, PartnersView } from '../views/views.ts';
import type { FailureHandler, RetryingTask } from './retrying-task.ts';
import { emptyThread, type MessageThread } from './thread.ts';

/** A conversation that was opened since the page was loaded. */
export interface OpenedConversation {
  readonly uid: string;
  thread: MessageThread;
  /** `ready` once the newest page of messages was loaded; `refused` when the server refuses it for good. */
  status: ConversationView['status'];
  /** Text of the latest refusal; null before the first one. */
  refusal: string | null;
  olderLoadState: 'idle' | 'loading' | 'error';
  /** Number of mounted components that show the conversation. */
  mountedCount: number;
  /** Hides the typing hint; null while no hint is shown. */
  endTyping: (() => void) | null;
  /** Whether messages may have been missed while no component showed the conversation, so that it must be reloaded. */
  isStale: boolean;
  /** Whether the conversation was opened and its messages were not on screen yet, so that no read mark was made. */
  needsReadMark: boolean;
  /** Number of the newest message that was on screen when a read mark was made that must still be sent; null without. */
  unsentReadSeq: number | null;
  /** Loads the newest messages and the partner. */
  readonly refreshTask: RetryingTask;
  /** Loads the messages that are missing between known ones. */
  readonly fillGapsTask: RetryingTask;
  /** Marks the conversation as read on the server. */
  readonly markReadTask: RetryingTask;
}

/** A partner in a page of the list, as the server answered it. */
export interface PagedPartner {
  readonly uid: string;
  /** Time of the last message, in ms since 1970; null without messages. */
  readonly lastSentMs: number | null;
}

/** State of the list of partners; the partners themselves are in `ChatCore.partnerEntries`. */
interface PartnerListState {
  status: 'loading' | 'ready' | 'error';
  /** Cursor of the next page; null after the last page. */
  cursor: string | null;
  loadingMore: boolean;
  /** The partners in the loaded pages, in the server's order. */
  pagedPartners: readonly PagedPartner[];
  /** Number of unread conversations on pages that are not loaded. */
  unreadBeyondList: number;
  /** Whether `unreadBeyondList` may contain loaded conversations that the server marked as read after it had counted. */
  isCountUncertain: boolean;
  /** Number of times that the server was asked for the number of unread conversations. */
  countRequests: number;
}

/** An own message that the server has not confirmed yet. */
export interface WaitingMessage {
  readonly outgoing: OutgoingMessage;
  /** Whether the message is stored on the device. A message is not sent while the state is `writing`. */
  readonly storage: 'writing' | 'yes' | 'no';
}

/**
 * The in-memory state of one person's chat. Each change is followed by `invalidateConversation` or
 * `invalidateList`.
 */
export interface ChatCore {
  readonly ownUid: string;
  readonly ports: ChatPorts;
  readonly conversations: Map<string, OpenedConversation>;
  /** Known data of each partner, by uid. */
  readonly partnerEntries: Map<string, PartnerEntry>;
  /** Own messages that the server has not confirmed yet, by message id. */
  readonly waitingMessages: Map<string, WaitingMessage>;
  /**
   * Ids of messages that were sent or discarded. A read of the device's storage that began earlier may still return
   * these messages, which are then not added to the queue again.
   */
  readonly sentOrDiscardedIds: Set<string>;
  readonly list: PartnerListState;
  /** Views that were built since the last change of their data. */
  readonly viewCache: {
    readonly conversations: Map<string, ConversationView>;
    readonly items: Map<string, ChatItem>;
    list: PartnersView | null;
  };
  ended: boolean;
  /** Called whenever the view of a conversation or of the list may have changed. */
  readonly onChange: () => void;
}

export function createChatCore(ownUid: string, ports: ChatPorts, onChange: () => void): ChatCore {
  return {
    ownUid,
    ports,
    conversations: new Map(),
    partnerEntries: new Map(),
    waitingMessages: new Map(),
    sentOrDiscardedIds: new Set(),
    list: {
      status: 'loading',
      cursor: null,
      loadingMore: false,
      pagedPartners: [],
      unreadBeyondList: 0,
      isCountUncertain: false,
      countRequests: 0,
    },
    viewCache: { conversations: new Map(), items: new Map(), list: null },
    ended: false,
    onChange,
  };
}

/** Invalidates the views of a conversation and of its partner in the list. */
export function invalidateConversation(core: ChatCore, uid: string): void {
  core.viewCache.conversations.delete(uid);
  invalidateList(core);
}

export function invalidateList(core: ChatCore): void {
  core.viewCache.list = null;
  if (!core.ended) core.onChange();
}

export const partnerEntryOf = (core: ChatCore, uid: string): PartnerEntry =>
  core.partnerEntries.get(uid) ?? emptyPartnerEntry;

export function updatePartnerEntry(
  core: ChatCore,
  uid: string,
  change: (entry: PartnerEntry) => PartnerEntry,
): void {
  core.partnerEntries.set(uid, change(partnerEntryOf(core, uid)));
  invalidateConversation(core, uid);
}

export const isOnline = ({ ports }: ChatCore): boolean => ports.connection.getState() === 'online';

/** Retries after network errors, server errors and rate limits; any other refusal would only occur again. */
export const retryUnlessRefused: FailureHandler = (error) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'stop' : 'retry';

/** A conversation before its first page is loaded. */
export function emptyConversation(
  uid: string,
  tasks: Pick<OpenedConversation, 'refreshTask' | 'fillGapsTask' | 'markReadTask'>,
) {
  const conversation: OpenedConversation = {
    uid,
    thread: emptyThread,
    status: 'loading',
    refusal: null,
    olderLoadState: 'idle',
    mountedCount: 0,
    endTyping: null,
    isStale: false,
    needsReadMark: false,
    unsentReadSeq: null,
    ...tasks,
  };
  return conversation;
}
