import { ApiError } from '@guilda/contract/api-error';
import type { Outgoing } from './outgoing.ts';
import { type PartnerEntry, unknownPartner } from './partner-entry.ts';
import type { ChatPorts } from './ports.ts';
import type { Failed, Task } from './task.ts';
import { emptyThread, type Thread } from './thread.ts';
import type { ChatItem, ConversationView, PartnersView } from './views.ts';

/** A conversation that was opened since the page was loaded. */
export interface Conversation {
  readonly uid: string;
  thread: Thread;
  /** `ready` once its newest page was read. */
  status: 'loading' | 'ready' | 'error';
  older: 'idle' | 'loading' | 'error';
  /** How often it is on screen. */
  open: number;
  /** Ends the typing hint; null while there is none. */
  endTyping: (() => void) | null;
  /** Something may have been missed while it was not on screen. */
  stale: boolean;
  /** It was put on screen and the server does not know yet. */
  unmarked: boolean;
  readonly refresh: Task;
  readonly fill: Task;
  readonly mark: Task;
}

/** The list of partners, apart from what is known of each. */
interface PartnerList {
  status: 'loading' | 'ready' | 'error';
  /** Where the next page begins; null after the last. */
  cursor: string | null;
  loadingMore: boolean;
  /** How many were read by paging. */
  paged: number;
  /** Unread conversations beyond the pages read. */
  unreadBeyond: number;
}

/** An own message on its way. */
export interface Waiting {
  readonly outgoing: Outgoing;
  /** Whether the device keeps it; it is not sent before that is known. */
  readonly kept: 'writing' | 'yes' | 'no';
}

/** All that the chat of one person holds in memory; its parts change it and say what they touched. */
export interface Core {
  readonly me: string;
  readonly ports: ChatPorts;
  readonly conversations: Map<string, Conversation>;
  readonly entries: Map<string, PartnerEntry>;
  readonly waiting: Map<string, Waiting>;
  /** Ids that wait no more, whatever an answer of the device from before still says. */
  readonly gone: Set<string>;
  readonly list: PartnerList;
  readonly shown: {
    readonly conversations: Map<string, ConversationView>;
    readonly items: Map<string, ChatItem>;
    list: PartnersView | null;
  };
  ended: boolean;
  /** Something was touched. */
  readonly changed: () => void;
}

export function makeCore(me: string, ports: ChatPorts, changed: () => void): Core {
  return {
    me,
    ports,
    conversations: new Map(),
    entries: new Map(),
    waiting: new Map(),
    gone: new Set(),
    list: { status: 'loading', cursor: null, loadingMore: false, paged: 0, unreadBeyond: 0 },
    shown: { conversations: new Map(), items: new Map(), list: null },
    ended: false,
    changed,
  };
}

/** What is shown of a conversation, and of its partner in the list, is made anew. */
export function touch(core: Core, uid: string): void {
  core.shown.conversations.delete(uid);
  touchList(core);
}

export function touchList(core: Core): void {
  core.shown.list = null;
  if (!core.ended) core.changed();
}

export const entryOf = (core: Core, uid: string): PartnerEntry =>
  core.entries.get(uid) ?? unknownPartner;

export function changeEntry(
  core: Core,
  uid: string,
  change: (entry: PartnerEntry) => PartnerEntry,
): void {
  core.entries.set(uid, change(entryOf(core, uid)));
  touch(core, uid);
}

export const isOnline = ({ ports }: Core): boolean => ports.line.getState() === 'online';

/** What the API refuses it would refuse again; what the network or a dependency spoilt may still do. */
export const worthAnotherTry: Failed = (error) =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'over' : 'again';

/** A conversation before anything was read of it. */
export function blankConversation(
  uid: string,
  tasks: Pick<Conversation, 'refresh' | 'fill' | 'mark'>,
) {
  const conversation: Conversation = {
    uid,
    thread: emptyThread,
    status: 'loading',
    older: 'idle',
    open: 0,
    endTyping: null,
    stale: false,
    unmarked: false,
    ...tasks,
  };
  return conversation;
}
