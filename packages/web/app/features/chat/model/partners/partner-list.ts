import type { ChatPartner } from '@guilda/contract/chat/messaging';
import { limits } from '@guilda/contract/limits';
import {
  type ChatCore,
  invalidateList,
  type PagedPartner,
  partnerEntryOf,
  updatePartnerEntry,
} from '../sync/core.ts';
import { currentPartner, entryWithPartner, isReadOnlyHere, newestSeq } from './partner-entry.ts';

/** Maximum page size that the API allows. */
const MAX_PAGE_SIZE = limits.page.max;

const lastSentMs = ({ lastMessage }: ChatPartner): number | null =>
  lastMessage && Date.parse(lastMessage.sentAt);

const pagedPartner = (partner: ChatPartner): PagedPartner => ({
  uid: partner.uid,
  lastSentMs: lastSentMs(partner),
});

/**
 * Times that put people without messages, such as those of an order, where the server listed them: just before the next
 * person with messages, and at the end below everybody of the loaded pages. Only the server knows the true times.
 */
function timesWithoutMessages(pagedPartners: readonly PagedPartner[]): Map<string, number> {
  const sentTimes = pagedPartners.flatMap(({ lastSentMs }) => lastSentMs ?? []);
  const times = new Map<string, number>();
  let baseMs = sentTimes.length > 0 ? Math.min(...sentTimes) - 1 : 0;
  for (const [index, { uid, lastSentMs }] of [...pagedPartners].reverse().entries()) {
    if (lastSentMs === null) times.set(uid, baseMs + (index + 1) / (pagedPartners.length + 1));
    else baseMs = lastSentMs;
  }
  return times;
}

/**
 * The partners in the list, the most recently active first. People without messages are listed only where the server
 * lists them, so that a conversation that was only opened, by a link, is not in the list.
 */
export function listedPartners(core: ChatCore): ChatPartner[] {
  const otherTimes = timesWithoutMessages(core.list.pagedPartners);
  const datedPartners = [...core.partnerEntries.values()].flatMap((entry) => {
    const partner = currentPartner(entry);
    const at = partner && (lastSentMs(partner) ?? otherTimes.get(partner.uid));
    return partner && typeof at === 'number' ? [{ partner, at }] : [];
  });
  return datedPartners.sort((a, b) => b.at - a.at).map(({ partner }) => partner);
}

/** Counts conversations with unread messages, without muted ones. */
export function countUnreadConversations(partners: readonly ChatPartner[]): number {
  return partners.filter(({ unreadCount, muted }) => unreadCount > 0 && !muted).length;
}

function storePartners(core: ChatCore, partners: readonly ChatPartner[]): void {
  for (const partner of partners)
    updatePartnerEntry(core, partner.uid, (entry) => entryWithPartner(entry, partner));
}

/**
 * Updates the number of unread conversations on pages that are not loaded: the server's total minus the loaded ones. An
 * answer to an earlier request is ignored, because what was read in the meantime is still in its total.
 */
export async function refreshUnreadBeyondList(core: ChatCore): Promise<void> {
  core.list.countRequests += 1;
  core.list.isCountUncertain = true;
  const { countRequests } = core.list;
  const unreadTotal = core.list.cursor === null ? 0 : await core.ports.api.unreadConversations();
  if (core.ended || countRequests !== core.list.countRequests) return;
  core.list.unreadBeyondList = Math.max(
    0,
    unreadTotal - countUnreadConversations(listedPartners(core)),
  );
  core.list.isCountUncertain = [...core.partnerEntries.values()].some(isReadOnlyHere);
  invalidateList(core);
}

/** The number of the newest message of each known partner. */
const newestSeqs = ({ partnerEntries }: ChatCore): ReadonlyMap<string, number> =>
  new Map([...partnerEntries].map(([uid, entry]) => [uid, newestSeq(entry)]));

/**
 * Drops what the server answered about partners beyond the reloaded pages, because it may be outdated; they are listed
 * again with their page. Partners whose conversation is on screen stay, and so do those with a message that was received
 * after `seqsBefore`, because the pages may have been read before it.
 */
function dropOutdatedPartners(core: ChatCore, seqsBefore: ReadonlyMap<string, number>): void {
  const pagedUids = new Set(core.list.pagedPartners.map(({ uid }) => uid));
  for (const [uid, entry] of core.partnerEntries) {
    const isOnScreen = (core.conversations.get(uid)?.mountedCount ?? 0) > 0;
    const isKept = pagedUids.has(uid) || isOnScreen || seqsBefore.get(uid) !== newestSeq(entry);
    if (!isKept && entry.latestAnswer !== null)
      updatePartnerEntry(core, uid, () => ({ ...entry, latestAnswer: null }));
  }
}

/** Reloads the list up to the number of partners that were already loaded. */
export async function refreshPartnerList(core: ChatCore): Promise<void> {
  const { list, ports } = core;
  const seqsBefore = newestSeqs(core);
  const partnerCount = Math.max(list.pagedPartners.length, limits.chatPage);
  const pagedPartners: PagedPartner[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(MAX_PAGE_SIZE, partnerCount - pagedPartners.length);
    const page = await ports.api.partners(cursor === null ? { limit } : { limit, cursor });
    if (core.ended) return;
    storePartners(core, page.users);
    pagedPartners.push(...page.users.map(pagedPartner));
    cursor = page.nextCursor;
  } while (cursor !== null && pagedPartners.length < partnerCount);
  Object.assign(list, { status: 'ready', cursor, pagedPartners });
  dropOutdatedPartners(core, seqsBefore);
  invalidateList(core);
  await refreshUnreadBeyondList(core);
}

/** Loads the next page of partners. A failure is ignored, because scrolling requests the page again. */
export async function loadMorePartners(core: ChatCore): Promise<void> {
  const { list, ports } = core;
  if (list.status !== 'ready' || list.cursor === null || list.loadingMore) return;
  list.loadingMore = true;
  invalidateList(core);
  const { cursor } = list;
  try {
    const page = await ports.api.partners({ limit: limits.chatPage, cursor });
    // After a reload of the list this page would leave a gap.
    if (core.ended || list.cursor !== cursor) return;
    storePartners(core, page.users);
    list.cursor = page.nextCursor;
    list.pagedPartners = [...list.pagedPartners, ...page.users.map(pagedPartner)];
    await refreshUnreadBeyondList(core);
  } catch {
    // A failed page is requested again by scrolling.
  } finally {
    list.loadingMore = false;
    invalidateList(core);
  }
}

/** Loads a partner who is not in the list yet or whose state has changed. */
export async function refreshPartner(core: ChatCore, uid: string): Promise<void> {
  const isNew = partnerEntryOf(core, uid).latestAnswer === null;
  const partner = await core.ports.api.partner(uid);
  if (core.ended) return;
  storePartners(core, [partner]);
  if (isNew) await refreshUnreadBeyondList(core);
}
