import type { ChatPartner, Message } from '@guilda/contract/messaging';

/** Known data of a chat partner: the server's latest answer and the messages received after it. */
export interface PartnerEntry {
  /** The server's latest answer about the partner; null before the first answer. */
  readonly base: ChatPartner | null;
  /** Messages received over the socket that are newer than those in `base`. */
  readonly live: readonly Message[];
  /** Number of the last message that the person has read, here or on another device. */
  readonly readUpTo: number;
  /** Number of the last message that the partner has read. */
  readonly readSeq: number;
}

/** Unread messages are counted up to this number. */
const MAX_UNREAD_COUNT = 100;

export const emptyPartnerEntry: PartnerEntry = { base: null, live: [], readUpTo: 0, readSeq: 0 };

const lastSeqOf = (partner: ChatPartner | null) => partner?.lastMessage?.seq ?? 0;

/** Applies an answer of the server. Its messages are used only if they are no older than the known ones. */
export function entryWithPartner(entry: PartnerEntry, partner: ChatPartner): PartnerEntry {
  const known = entry.base;
  const older = known && lastSeqOf(partner) < lastSeqOf(known);
  const base = older
    ? { ...partner, lastMessage: known.lastMessage, unreadCount: known.unreadCount }
    : partner;
  return {
    ...entry,
    base,
    live: entry.live.filter(({ seq }) => seq > lastSeqOf(base)),
    readSeq: Math.max(entry.readSeq, partner.readSeq),
  };
}

/** Adds a message of either person to the entry, whatever its source. */
export function entryWithMessage(entry: PartnerEntry, message: Message): PartnerEntry {
  const isKnown = entry.live.some(({ id }) => id === message.id);
  if (isKnown || message.seq <= lastSeqOf(entry.base)) return entry;
  return { ...entry, live: [...entry.live, message] };
}

/** The number of the newest known message of the conversation; 0 without messages. */
export function newestSeq({ base, live }: PartnerEntry): number {
  return Math.max(lastSeqOf(base), ...live.map(({ seq }) => seq));
}

function unreadCount({ base, live, readUpTo }: PartnerEntry, partnerUid: string): number {
  const baseSeq = lastSeqOf(base);
  const before = baseSeq <= readUpTo ? 0 : (base?.unreadCount ?? 0);
  const unreadLive = live.filter(({ senderId, seq }) => senderId === partnerUid && seq > readUpTo);
  return Math.min(MAX_UNREAD_COUNT, before + unreadLive.length);
}

/** The partner with all messages received so far; null until the server has answered. */
export function currentPartner(entry: PartnerEntry): ChatPartner | null {
  const { base, live, readSeq } = entry;
  if (!base) return null;
  const newest = live.reduce(
    (last, next) => (next.seq > lastSeqOf(last) ? withLastMessage(last, next) : last),
    base,
  );
  return { ...newest, readSeq, unreadCount: unreadCount(entry, base.uid) };
}

const withLastMessage = (partner: ChatPartner, lastMessage: Message): ChatPartner => ({
  ...partner,
  lastMessage,
});
