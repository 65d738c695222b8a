import { err, ok, type Result } from '../../../platform/result.ts';
import { type MessageDraft, pairKey, pairOf, type StoredMessage } from '../stored-message.ts';

/** One member of a conversation. */
export interface MemberState {
  /** `seq` of their own last message; 0 before the first. */
  readonly said: number;
  /** `seq` up to which they have read. */
  readonly readSeq: number;
  readonly muted: boolean;
}

/** State of a pair, read while its inboxes are locked. */
export interface PairState {
  /** Null when there is no conversation yet. */
  readonly conversationId: string | null;
  readonly lastSeq: number;
  /** Time of the last message in ms; null before the first. */
  readonly lastSentAt: number | null;
  readonly low: MemberState;
  readonly high: MemberState;
  /** Either has blocked the other, or an account is missing. */
  readonly apart: boolean;
}

export interface BatchState {
  /** By `pairKey`; pairs that are missing may not send. */
  readonly pairs: ReadonlyMap<string, PairState>;
  /** The last number of each inbox, by uid. */
  readonly inboxes: ReadonlyMap<string, number>;
  /** Stored messages whose id is used by one of the drafts. */
  readonly replays: ReadonlyMap<string, StoredMessage>;
  /** The database's clock in ms. */
  readonly now: number;
}

/** State of a conversation after the batch. */
export interface AdvancedConversation {
  readonly id: string;
  readonly lowId: string;
  readonly highId: string;
  /** The conversation must be inserted. */
  readonly made: boolean;
  lastSeq: number;
  lastSentAt: number | null;
  lowSaid: number;
  highSaid: number;
}

/** A receiver who had read everything of this sender and now has an unread message. */
export interface NewlyUnread {
  readonly receiverId: string;
  readonly senderId: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export type DraftOutcome = Result<StoredMessage, 'message_refused' | 'message_id_taken'>;

/** Result of a batch: an outcome for each draft, and the rows to write. */
export interface NumberedBatch {
  readonly outcomes: readonly DraftOutcome[];
  readonly stored: readonly { readonly conversationId: string; readonly entry: StoredMessage }[];
  readonly conversations: readonly AdvancedConversation[];
  /** New last numbers of the inboxes that change. */
  readonly inboxes: ReadonlyMap<string, number>;
  readonly unread: readonly NewlyUnread[];
}

/** A conversation while the drafts of a batch are numbered. */
interface AdvancingConversation extends AdvancedConversation {
  readonly facts: PairState;
}

function startAdvancing(
  draft: MessageDraft,
  facts: PairState,
  newId: () => string,
): AdvancingConversation {
  return {
    ...pairOf(draft.senderId, draft.receiverId),
    id: facts.conversationId ?? newId(),
    made: facts.conversationId === null,
    lastSeq: facts.lastSeq,
    lastSentAt: facts.lastSentAt,
    lowSaid: facts.low.said,
    highSaid: facts.high.said,
    facts,
  };
}

/** Whether the next message is the receiver's first unread one and the conversation is not muted. */
function becomesUnread(conversation: AdvancingConversation, senderId: string): boolean {
  const { facts, lowId, lowSaid, highSaid } = conversation;
  const [said, reader] = senderId === lowId ? [lowSaid, facts.high] : [highSaid, facts.low];
  return said <= reader.readSeq && !reader.muted;
}

/** Takes the next `seq` and time of a conversation. */
function takeNextNumber(conversation: AdvancingConversation, senderId: string, now: number) {
  const { lastSentAt } = conversation;
  const seq = conversation.lastSeq + 1;
  // Times within a conversation are strictly increasing (docs/product/chat.md).
  const at = lastSentAt === null ? now : Math.max(now, lastSentAt + 1);
  conversation.lastSeq = seq;
  conversation.lastSentAt = at;
  if (senderId === conversation.lowId) conversation.lowSaid = seq;
  else conversation.highSaid = seq;
  return { seq, sentAt: new Date(at).toISOString() };
}

/** Answers a repeated draft with the stored message; refuses another message under the same id. */
function outcomeOfReplay(
  { senderId, receiverId, message }: MessageDraft,
  replays: StoredMessage,
): DraftOutcome {
  const known = replays.message;
  const same =
    known.senderId === senderId && known.receiverId === receiverId && known.message === message;
  return same ? ok(replays) : err('message_id_taken');
}

/**
 * Decides a batch of drafts with different ids, in order: refusals, replays, and for the rest the next
 * numbers of conversation and inboxes, without gaps.
 */
export function numberDrafts(
  drafts: readonly MessageDraft[],
  facts: BatchState,
  newId: () => string,
): NumberedBatch {
  const touched = new Map<string, AdvancingConversation>();
  const inboxes = new Map<string, number>();
  const stored: { conversationId: string; entry: StoredMessage }[] = [];
  const unread: NewlyUnread[] = [];
  const next = (uid: string): number => {
    const n = (inboxes.get(uid) ?? facts.inboxes.get(uid) ?? 0) + 1;
    inboxes.set(uid, n);
    return n;
  };
  const decide = (draft: MessageDraft): DraftOutcome => {
    const { id, senderId, receiverId, message, origin } = draft;
    const replays = facts.replays.get(id);
    if (replays) return outcomeOfReplay(draft, replays);
    const key = pairKey(senderId, receiverId);
    const pair = facts.pairs.get(key);
    if (!pair || pair.apart || senderId === receiverId) return err('message_refused');
    const conversation = touched.get(key) ?? startAdvancing(draft, pair, newId);
    touched.set(key, conversation);
    const first = becomesUnread(conversation, senderId);
    const place = takeNextNumber(conversation, senderId, facts.now);
    if (first) unread.push({ receiverId, senderId, sentAt: place.sentAt });
    const entry: StoredMessage = {
      message: { id, senderId, receiverId, message, ...place, readAt: null },
      senderN: next(senderId),
      receiverN: next(receiverId),
      origin,
    };
    stored.push({ conversationId: conversation.id, entry });
    return ok(entry);
  };
  const outcomes = drafts.map(decide);
  return { outcomes, stored, conversations: [...touched.values()], inboxes, unread };
}
