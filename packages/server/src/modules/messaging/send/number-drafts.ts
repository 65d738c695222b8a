import { err, ok, type Result } from '../../../platform/result.ts';
import { type MessageDraft, pairKey, pairOf, type StoredMessage } from '../stored-message.ts';

/** State of one member in a conversation. */
export interface MemberState {
  /** `seq` of the last message that this member sent; 0 before the first. */
  readonly lastSentSeq: number;
  /** `seq` of the last system message in this member's name; 0 before the first. */
  readonly systemSeq: number;
  /** Whether the other member has not read a message that this member wrote; system messages do not count. */
  readonly hasUnreadMessage: boolean;
  readonly muted: boolean;
}

/** State of the conversation between two people, read while their inboxes are locked. */
export interface PairState {
  /** Id of the conversation; null while there is none between these people. */
  readonly conversationId: string | null;
  readonly lastSeq: number;
  /** Time of the last message, in ms since 1970; null before the first message. */
  readonly lastSentAt: number | null;
  readonly low: MemberState;
  readonly high: MemberState;
  /** Whether neither person may write to the other, because one has blocked the other. */
  readonly isSendingImpossible: boolean;
}

export interface BatchState {
  /** State of each pair, by `pairKey`. The people of a missing pair may not write to each other. */
  readonly pairs: ReadonlyMap<string, PairState>;
  /** Number of the last message in each inbox, by the uid of the inbox's owner. */
  readonly inboxes: ReadonlyMap<string, number>;
  /** Stored messages by id, for each draft whose id is stored already because the draft was sent before. */
  readonly replays: ReadonlyMap<string, StoredMessage>;
  /** Current time of the database's clock, in ms since 1970. */
  readonly now: number;
}

/** Values to write to a conversation once all drafts of the batch are numbered. */
export interface ConversationUpdate {
  readonly id: string;
  readonly lowId: string;
  readonly highId: string;
  /** Whether the conversation is new and must be inserted. */
  readonly isNew: boolean;
  lastSeq: number;
  lastSentAt: number | null;
  lowSaid: number;
  highSaid: number;
  lowSystem: number;
  highSystem: number;
}

/** A receiver to notify of a message of this sender. */
export interface UnreadAlert {
  readonly receiverId: string;
  readonly senderId: string;
  /** Time of the message, ISO 8601. */
  readonly sentAt: string;
  /** Whether the receiver had read everything that the sender wrote before this message. */
  readonly isFirstUnread: boolean;
}

export type DraftOutcome = Result<StoredMessage, 'message_refused' | 'message_id_taken'>;

/** Result of `numberDrafts`: one outcome for each draft, which is a message to store, and the rows to write. */
export interface NumberedBatch {
  readonly outcomes: readonly DraftOutcome[];
  readonly stored: readonly { readonly conversationId: string; readonly entry: StoredMessage }[];
  readonly conversations: readonly ConversationUpdate[];
  /** The new last number of each inbox that changes, by uid. */
  readonly inboxes: ReadonlyMap<string, number>;
  readonly alerts: readonly UnreadAlert[];
}

/** State of a conversation while the drafts of a batch get their numbers. */
interface PendingConversationUpdate extends ConversationUpdate {
  readonly pairState: PairState;
  /** Uids of the members who wrote a message that the other member has not read. */
  readonly writersOfUnread: Set<string>;
}

function beginConversationUpdate(
  draft: MessageDraft,
  pairState: PairState,
  newId: () => string,
): PendingConversationUpdate {
  const pair = pairOf(draft.senderId, draft.receiverId);
  return {
    ...pair,
    id: pairState.conversationId ?? newId(),
    isNew: pairState.conversationId === null,
    lastSeq: pairState.lastSeq,
    lastSentAt: pairState.lastSentAt,
    lowSaid: pairState.low.lastSentSeq,
    highSaid: pairState.high.lastSentSeq,
    lowSystem: pairState.low.systemSeq,
    highSystem: pairState.high.systemSeq,
    pairState,
    writersOfUnread: new Set([
      ...(pairState.low.hasUnreadMessage ? [pair.lowId] : []),
      ...(pairState.high.hasUnreadMessage ? [pair.highId] : []),
    ]),
  };
}

/** Time in ms without a message in a conversation, after which the next message is notified although others are unread. */
export const NOTIFY_AGAIN_AFTER_MS = 3_000;

/** Whether the receiver has read all that the sender wrote before. */
const isFirstUnread = (
  { writersOfUnread }: PendingConversationUpdate,
  { senderId }: MessageDraft,
): boolean => !writersOfUnread.has(senderId);

/**
 * Whether the receiver must be notified of a draft that is stored at `now`: the receiver has not muted the conversation,
 * and the draft is the first unread one or follows a pause. A system message causes no such notification and does not
 * count as written, because the event that caused it has a notification of its own.
 */
function mustNotify(
  conversation: PendingConversationUpdate,
  draft: MessageDraft,
  now: number,
): boolean {
  const { pairState, lowId, lastSentAt } = conversation;
  const reader = draft.senderId === lowId ? pairState.high : pairState.low;
  if (draft.system || reader.muted) return false;
  const followsPause = lastSentAt !== null && now - lastSentAt >= NOTIFY_AGAIN_AFTER_MS;
  return followsPause || isFirstUnread(conversation, draft);
}

/** Advances the conversation by one message and returns the message's `seq` and time. */
function takeNextNumber(
  conversation: PendingConversationUpdate,
  { senderId, system }: MessageDraft,
  now: number,
) {
  const { lastSentAt } = conversation;
  const seq = conversation.lastSeq + 1;
  // The time is at least 1 ms after the last message, because times within a conversation are strictly increasing
  // (docs/product/chat.md).
  const sentAt = lastSentAt === null ? now : Math.max(now, lastSentAt + 1);
  conversation.lastSeq = seq;
  conversation.lastSentAt = sentAt;
  const isLow = senderId === conversation.lowId;
  if (isLow) conversation.lowSaid = seq;
  else conversation.highSaid = seq;
  if (system && isLow) conversation.lowSystem = seq;
  if (system && !isLow) conversation.highSystem = seq;
  if (!system) conversation.writersOfUnread.add(senderId);
  return { seq, sentAt: new Date(sentAt).toISOString() };
}

/** The outcome of a draft whose id is stored already: the stored message, or a refusal when that message differs. */
function outcomeOfReplay(
  { senderId, receiverId, message }: MessageDraft,
  storedMessage: StoredMessage,
): DraftOutcome {
  const replayed = storedMessage.message;
  const isSameMessage =
    replayed.senderId === senderId &&
    replayed.receiverId === receiverId &&
    replayed.message === message;
  return isSameMessage ? ok(storedMessage) : err('message_id_taken');
}

/**
 * Decides a batch of drafts with different ids, in order: refuses a draft, answers a repeated one with the stored
 * message, or gives it the next numbers of the conversation and of both inboxes, without gaps.
 */
export function numberDrafts(
  drafts: readonly MessageDraft[],
  batchState: BatchState,
  newId: () => string,
): NumberedBatch {
  const changedConversations = new Map<string, PendingConversationUpdate>();
  const inboxes = new Map<string, number>();
  const stored: { conversationId: string; entry: StoredMessage }[] = [];
  const alerts: UnreadAlert[] = [];
  const nextInboxNumber = (uid: string): number => {
    const n = (inboxes.get(uid) ?? batchState.inboxes.get(uid) ?? 0) + 1;
    inboxes.set(uid, n);
    return n;
  };
  const decide = (draft: MessageDraft): DraftOutcome => {
    const { id, senderId, receiverId, message, origin, system } = draft;
    const storedMessage = batchState.replays.get(id);
    if (storedMessage) return outcomeOfReplay(draft, storedMessage);
    const key = pairKey(senderId, receiverId);
    const pair = batchState.pairs.get(key);
    if (!pair || pair.isSendingImpossible || senderId === receiverId) return err('message_refused');
    const conversation =
      changedConversations.get(key) ?? beginConversationUpdate(draft, pair, newId);
    changedConversations.set(key, conversation);
    const isNotified = mustNotify(conversation, draft, batchState.now);
    const isFirst = isFirstUnread(conversation, draft);
    const seqAndTime = takeNextNumber(conversation, draft, batchState.now);
    const systemField = system && { system };
    const { sentAt } = seqAndTime;
    if (isNotified) alerts.push({ receiverId, senderId, sentAt, isFirstUnread: isFirst });
    const entry: StoredMessage = {
      message: { id, senderId, receiverId, message, ...seqAndTime, readAt: null, ...systemField },
      senderN: nextInboxNumber(senderId),
      receiverN: nextInboxNumber(receiverId),
      origin,
    };
    stored.push({ conversationId: conversation.id, entry });
    return ok(entry);
  };
  const outcomes = drafts.map(decide);
  return { outcomes, stored, conversations: [...changedConversations.values()], inboxes, alerts };
}
