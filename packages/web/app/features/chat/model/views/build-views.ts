import type { Message } from '@guilda/contract/chat/messaging';
import { currentPartner } from '../partners/partner-entry.ts';
import { countUnreadConversations, listedPartners } from '../partners/partner-list.ts';
import { waitingMessagesTo } from '../sending/waiting.ts';
import {
  type ChatCore,
  isOnline,
  type OpenedConversation,
  partnerEntryOf,
  type WaitingMessage,
} from '../sync/core.ts';
import { messagesInOrder, oldestMessageUnlessBeginning } from '../sync/thread.ts';
import { unknownConversation } from './empty-views.ts';
import type { ChatItem, ConversationView, PartnersView } from './views.ts';

function itemOfStored(core: ChatCore, message: Message, readSeq: number): ChatItem {
  const { id, senderId, sentAt, seq, system = false } = message;
  const isOwn = message.senderId === core.ownUid;
  const isRead = seq <= readSeq || message.readAt !== null;
  const state = isOwn ? (isRead ? 'read' : 'sent') : 'received';
  return { id, senderId, message: message.message, sentAt, seq, state, reason: null, system };
}

function itemOfWaiting(core: ChatCore, { outgoing }: WaitingMessage): ChatItem {
  const { id, text, writtenAt, failure } = outgoing;
  const unsentState = isOnline(core) ? 'sending' : 'queued';
  return {
    id,
    senderId: core.ownUid,
    message: text,
    sentAt: new Date(writtenAt).toISOString(),
    seq: null,
    state: failure ? 'failed' : unsentState,
    reason: failure?.text ?? null,
    system: false,
  };
}

/** Returns the previous item if it equals the new one, so that its component does not render again. */
function reuseUnchangedItem(core: ChatCore, nextItem: ChatItem): ChatItem {
  const { items } = core.viewCache;
  const previousItem = items.get(nextItem.id);
  const fields = Object.keys(nextItem) as (keyof ChatItem)[];
  if (previousItem && fields.every((field) => previousItem[field] === nextItem[field]))
    return previousItem;
  items.set(nextItem.id, nextItem);
  return nextItem;
}

function olderMessagesState({
  status,
  thread,
  olderLoadState,
}: OpenedConversation): ConversationView['olderStatus'] {
  // Own messages that wait to be sent and received ones are shown before the history is loaded.
  if (status !== 'ready') return status === 'loading' ? 'loading' : 'error';
  if (!oldestMessageUnlessBeginning(thread)) return 'none';
  return olderLoadState === 'idle' ? 'more' : olderLoadState;
}

/** Converts the state of a conversation to the view that components render. */
export function buildConversationView(core: ChatCore, uid: string): ConversationView {
  const conversation = core.conversations.get(uid);
  const entry = partnerEntryOf(core, uid);
  const partner = currentPartner(entry);
  const waitingMessages = waitingMessagesTo(core, uid);
  const waitingItems = waitingMessages.map((message) => itemOfWaiting(core, message));
  if (!conversation) return { ...unknownConversation, partner, items: waitingItems };
  const storedItems = messagesInOrder(conversation.thread).map((message) =>
    itemOfStored(core, message, entry.partnerReadSeq),
  );
  return {
    status: conversation.status === 'ready' && !partner ? 'loading' : conversation.status,
    refusal: conversation.status === 'refused' ? conversation.refusal : null,
    items: [...storedItems, ...waitingItems].map((item) => reuseUnchangedItem(core, item)),
    olderStatus: olderMessagesState(conversation),
    typing: conversation.endTyping !== null,
    partner,
    hasUnstoredMessages: waitingMessages.some(
      ({ storage, outgoing }) => storage === 'no' && !outgoing.failure,
    ),
  };
}

/** Converts the list of partners to the view that components render. */
export function buildPartnersView(core: ChatCore): PartnersView {
  const partners = listedPartners(core);
  const { status, cursor, loadingMore, unreadBeyondList } = core.list;
  return {
    status,
    partners,
    hasMore: cursor !== null,
    loadingMore,
    unreadConversations: countUnreadConversations(partners) + unreadBeyondList,
  };
}
