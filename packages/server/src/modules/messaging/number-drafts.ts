import { err, ok, type Result } from '../../platform/result.ts';
import { type Draft, pairKey, pairOf, type StoredMessage } from './stored-message.ts';

/** One of the two of a conversation. */
export interface Side {
  /** The number of their own last message; 0 until they say something. */
  readonly said: number;
  /** Up to which message they have read. */
  readonly readSeq: number;
  readonly muted: boolean;
}

/** What is known of a pair while nobody else can send. */
export interface PairFacts {
  /** Null where there is no conversation yet. */
  readonly conversationId: string | null;
  readonly lastSeq: number;
  /** ms of the last message; null where nothing was said yet. */
  readonly lastSentAt: number | null;
  readonly low: Side;
  readonly high: Side;
  /** A block stands between the two, or one of them is not there. */
  readonly apart: boolean;
}

export interface BatchFacts {
  /** By `pairKey`; a pair that is missing may not send. */
  readonly pairs: ReadonlyMap<string, PairFacts>;
  /** The last number of each inbox, by uid. */
  readonly inboxes: ReadonlyMap<string, number>;
  /** Messages that were stored before under an id of these drafts. */
  readonly earlier: ReadonlyMap<string, StoredMessage>;
  /** The database's clock in ms. */
  readonly now: number;
}

/** A conversation after the batch. */
export interface Advanced {
  readonly id: string;
  readonly lowId: string;
  readonly highId: string;
  /** Not in the database yet. */
  readonly made: boolean;
  lastSeq: number;
  lastSentAt: number | null;
  lowSaid: number;
  highSaid: number;
}

/** Somebody who had read everything of this sender and now has not. */
export interface Unread {
  readonly receiverId: string;
  readonly senderId: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export type Outcome = Result<StoredMessage, 'message_refused' | 'message_id_taken'>;

/** What a batch comes to: an outcome for each draft, and what is to be written. */
export interface Numbered {
  readonly outcomes: readonly Outcome[];
  readonly stored: readonly { readonly conversationId: string; readonly entry: StoredMessage }[];
  readonly conversations: readonly Advanced[];
  /** Last numbers after the batch, of those it moves. */
  readonly inboxes: ReadonlyMap<string, number>;
  readonly unread: readonly Unread[];
}

interface Open extends Advanced {
  readonly facts: PairFacts;
}

function open(draft: Draft, facts: PairFacts, newId: () => string): Open {
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

/** Whether the sender's next message is the first that its receiver has not read, and wants to know of. */
function becomesUnread(conversation: Open, senderId: string): boolean {
  const { facts, lowId, lowSaid, highSaid } = conversation;
  const [said, reader] = senderId === lowId ? [lowSaid, facts.high] : [highSaid, facts.low];
  return said <= reader.readSeq && !reader.muted;
}

/** Takes the next number and time of a conversation. */
function advance(conversation: Open, senderId: string, now: number) {
  const { lastSentAt } = conversation;
  const seq = conversation.lastSeq + 1;
  // At least a millisecond after the one before (`product §6`).
  const at = lastSentAt === null ? now : Math.max(now, lastSentAt + 1);
  conversation.lastSeq = seq;
  conversation.lastSentAt = at;
  if (senderId === conversation.lowId) conversation.lowSaid = seq;
  else conversation.highSaid = seq;
  return { seq, sentAt: new Date(at).toISOString() };
}

/** The same message sent again is the one that was stored; anything else under its id is refused. */
function repeated({ senderId, receiverId, message }: Draft, earlier: StoredMessage): Outcome {
  const known = earlier.message;
  const same =
    known.senderId === senderId && known.receiverId === receiverId && known.message === message;
  return same ? ok(earlier) : err('message_id_taken');
}

/**
 * Decides a batch of drafts of different ids in their order: who is refused, which was stored before,
 * and for the rest the next numbers, without gaps, of conversation and inboxes.
 */
export function numberDrafts(
  drafts: readonly Draft[],
  facts: BatchFacts,
  newId: () => string,
): Numbered {
  const touched = new Map<string, Open>();
  const inboxes = new Map<string, number>();
  const stored: { conversationId: string; entry: StoredMessage }[] = [];
  const unread: Unread[] = [];
  const next = (uid: string): number => {
    const n = (inboxes.get(uid) ?? facts.inboxes.get(uid) ?? 0) + 1;
    inboxes.set(uid, n);
    return n;
  };
  const decide = (draft: Draft): Outcome => {
    const { id, senderId, receiverId, message, origin } = draft;
    const earlier = facts.earlier.get(id);
    if (earlier) return repeated(draft, earlier);
    const key = pairKey(senderId, receiverId);
    const pair = facts.pairs.get(key);
    if (!pair || pair.apart || senderId === receiverId) return err('message_refused');
    const conversation = touched.get(key) ?? open(draft, pair, newId);
    touched.set(key, conversation);
    const first = becomesUnread(conversation, senderId);
    const place = advance(conversation, senderId, facts.now);
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
