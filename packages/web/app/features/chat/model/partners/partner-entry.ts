import type { ChatPartner, Message } from '@guilda/contract/chat/messaging';
import { limits } from '@guilda/contract/limits';

/** Known data of a chat partner: the server's latest answer and the messages received after it. */
export interface PartnerEntry {
  /** The server's latest answer about the partner; null before the first answer. */
  readonly latestAnswer: ChatPartner | null;
  /** Messages received over the socket that are newer than those in `latestAnswer`. */
  readonly newerMessages: readonly Message[];
  /** Number of the last message that the person has read, here or on another device. */
  readonly ownReadSeq: number;
  /** Number of the last message that the person has read according to the events of the server. */
  readonly markedSeq: number;
  /** Number of the last message that the partner has read. */
  readonly partnerReadSeq: number;
}

export const emptyPartnerEntry: PartnerEntry = {
  latestAnswer: null,
  newerMessages: [],
  ownReadSeq: 0,
  markedSeq: 0,
  partnerReadSeq: 0,
};

const lastSeqOf = (partner: ChatPartner | null) => partner?.lastMessage?.seq ?? 0;

/** Applies an answer of the server. Its last message and unread count are used only if no newer message is known. */
export function entryWithPartner(entry: PartnerEntry, partner: ChatPartner): PartnerEntry {
  const knownPartner = entry.latestAnswer;
  const isOlder = knownPartner && lastSeqOf(partner) < lastSeqOf(knownPartner);
  const latestAnswer = isOlder
    ? { ...partner, lastMessage: knownPartner.lastMessage, unreadCount: knownPartner.unreadCount }
    : partner;
  return {
    ...entry,
    latestAnswer,
    newerMessages: entry.newerMessages.filter(({ seq }) => seq > lastSeqOf(latestAnswer)),
    partnerReadSeq: Math.max(entry.partnerReadSeq, partner.readSeq),
  };
}

/** Adds a sent or received message of the conversation to the entry, unless the entry already contains it. */
export function entryWithMessage(entry: PartnerEntry, message: Message): PartnerEntry {
  const isKnown = entry.newerMessages.some(({ id }) => id === message.id);
  if (isKnown || message.seq <= lastSeqOf(entry.latestAnswer)) return entry;
  return { ...entry, newerMessages: [...entry.newerMessages, message] };
}

/** The number of the newest known message of the conversation; 0 without messages. */
export function newestSeq({ latestAnswer, newerMessages }: PartnerEntry): number {
  return Math.max(lastSeqOf(latestAnswer), ...newerMessages.map(({ seq }) => seq));
}

/** Number of the partner's messages after the one with the number `readSeq`; 0 until the server has answered. */
function unreadCountAfter(
  readSeq: number,
  { latestAnswer, newerMessages }: Pick<PartnerEntry, 'latestAnswer' | 'newerMessages'>,
): number {
  if (!latestAnswer) return 0;
  // Numbers have no gaps, so at most this many of the messages that the server counted are after the read position.
  const seqsAfterPosition = Math.max(0, lastSeqOf(latestAnswer) - readSeq);
  const unreadCountBefore = Math.min(latestAnswer.unreadCount, seqsAfterPosition);
  const unreadNewMessages = newerMessages.filter(
    ({ senderId, seq }) => senderId === latestAnswer.uid && seq > readSeq,
  );
  return Math.min(limits.unreadMessages, unreadCountBefore + unreadNewMessages.length);
}

/** Whether the conversation is read here, while the server may still count it as unread. */
export const isReadOnlyHere = (entry: PartnerEntry): boolean =>
  unreadCountAfter(entry.ownReadSeq, entry) === 0 && unreadCountAfter(entry.markedSeq, entry) > 0;

/** The partner with all messages received so far; null until the server has answered. */
export function currentPartner(entry: PartnerEntry): ChatPartner | null {
  const { latestAnswer, newerMessages, partnerReadSeq } = entry;
  if (!latestAnswer) return null;
  const partnerWithNewest = newerMessages.reduce(
    (partnerSoFar, message) =>
      message.seq > lastSeqOf(partnerSoFar) ? withLastMessage(partnerSoFar, message) : partnerSoFar,
    latestAnswer,
  );
  return {
    ...partnerWithNewest,
    readSeq: partnerReadSeq,
    unreadCount: unreadCountAfter(entry.ownReadSeq, entry),
  };
}

const withLastMessage = (partner: ChatPartner, lastMessage: Message): ChatPartner => ({
  ...partner,
  lastMessage,
});
