import type { ChatPartner, Message } from '@guilda/contract/messaging';

/** What is known of someone the person talks with: the server's last word and what came since. */
export interface PartnerEntry {
  /** As the server said last; null until it was asked. */
  readonly base: ChatPartner | null;
  /** Messages between the two that came by themselves after what `base` knows of. */
  readonly live: readonly Message[];
  /** The person has read up to this number, here or on another device. */
  readonly readUpTo: number;
  /** The partner has read up to this number. */
  readonly readSeq: number;
}

/** Unread messages are counted up to here. */
const COUNTED = 100;

export const unknownPartner: PartnerEntry = { base: null, live: [], readUpTo: 0, readSeq: 0 };

const lastSeqOf = (partner: ChatPartner | null) => partner?.lastMessage?.seq ?? 0;

/** Takes the server's word; about messages only if it is no older than what is known. */
export function withPartner(entry: PartnerEntry, partner: ChatPartner): PartnerEntry {
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

/** Takes in a message of the two, from wherever it came. */
export function withMessage(entry: PartnerEntry, message: Message): PartnerEntry {
  const known = entry.live.some(({ id }) => id === message.id);
  if (known || message.seq <= lastSeqOf(entry.base)) return entry;
  return { ...entry, live: [...entry.live, message] };
}

/** The number of the newest known message of the two; 0 where there is none. */
export function newestSeq({ base, live }: PartnerEntry): number {
  return Math.max(lastSeqOf(base), ...live.map(({ seq }) => seq));
}

function unreadCount({ base, live, readUpTo }: PartnerEntry, partnerUid: string): number {
  const seen = lastSeqOf(base);
  const before = seen <= readUpTo ? 0 : (base?.unreadCount ?? 0);
  const since = live.filter(({ senderId, seq }) => senderId === partnerUid && seq > readUpTo);
  return Math.min(COUNTED, before + since.length);
}

/** The partner as things stand now; null until the server was asked. */
export function partnerNow(entry: PartnerEntry): ChatPartner | null {
  const { base, live, readSeq } = entry;
  if (!base) return null;
  const newest = live.reduce(
    (last, next) => (next.seq > lastSeqOf(last) ? withLast(last, next) : last),
    base,
  );
  return { ...newest, readSeq, unreadCount: unreadCount(entry, base.uid) };
}

const withLast = (partner: ChatPartner, lastMessage: Message): ChatPartner => ({
  ...partner,
  lastMessage,
});
