import type { ChatPartner } from '@guilda/contract/chat/messaging';
import { limits } from '@guilda/contract/limits';
import { type ChatCore, invalidateList, partnerEntryOf, updatePartnerEntry } from '../sync/core.ts';
import { currentPartner, entryWithPartner } from './partner-entry.ts';

/** Maximum page size that the API allows. */
const MAX_PAGE_SIZE = limits.page.max;

/**
 * The partners in the list: those with messages, the most recently active first, and then those whom the server lists
 * without messages, such as people of an order. A conversation that was only opened, by a link, is not in the list.
 */
export function listedPartners(core: ChatCore): ChatPartner[] {
  const datedPartners = [...core.partnerEntries.values()].flatMap((entry) => {
    const partner = currentPartner(entry);
    return partner?.lastMessage ? [{ partner, at: Date.parse(partner.lastMessage.sentAt) }] : [];
  });
  const partnersWithoutMessages = [...new Set(core.list.pagedUids)].flatMap((uid) => {
    const partner = currentPartner(partnerEntryOf(core, uid));
    return partner && !partner.lastMessage ? [partner] : [];
  });
  const partnersWithMessages = datedPartners.sort((a, b) => b.at - a.at);
  return [...partnersWithMessages.map(({ partner }) => partner), ...partnersWithoutMessages];
}

/** Counts conversations with unread messages, without muted ones. */
export function countUnreadConversations(partners: readonly ChatPartner[]): number {
  return partners.filter(({ unreadCount, muted }) => unreadCount > 0 && !muted).length;
}

function storePartners(core: ChatCore, partners: readonly ChatPartner[]): void {
  for (const partner of partners)
    updatePartnerEntry(core, partner.uid, (entry) => entryWithPartner(entry, partner));
}

/** Updates the number of unread conversations on pages that are not loaded: the server's total minus the loaded ones. */
async function refreshUnreadBeyondList(core: ChatCore): Promise<void> {
  const unreadTotal = core.list.cursor === null ? 0 : await core.ports.api.unreadConversations();
  core.list.unreadBeyondList = Math.max(
    0,
    unreadTotal - countUnreadConversations(listedPartners(core)),
  );
  invalidateList(core);
}

/** Reloads the list up to the number of partners that were already loaded. */
export async function refreshPartnerList(core: ChatCore): Promise<void> {
  const { list, ports } = core;
  const partnerCount = Math.max(list.pagedUids.length, limits.chatPage);
  const pagedUids: string[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(MAX_PAGE_SIZE, partnerCount - pagedUids.length);
    const page = await ports.api.partners(cursor === null ? { limit } : { limit, cursor });
    if (core.ended) return;
    storePartners(core, page.users);
    pagedUids.push(...page.users.map(({ uid }) => uid));
    cursor = page.nextCursor;
  } while (cursor !== null && pagedUids.length < partnerCount);
  Object.assign(list, { status: 'ready', cursor, pagedUids });
  invalidateList(core);
  await refreshUnreadBeyondList(core);
}

/** Loads the next page of partners. A failure is ignored, because scrolling requests the page again. */
export async function loadMorePartners(core: ChatCore): Promise<void> {
  const { list, ports } = core;
  if (list.status !== 'ready' || list.cursor === null || list.loadingMore) return;
  list.loadingMore = true;
  invalidateList(core);
  try {
    const page = await ports.api.partners({ limit: limits.chatPage, cursor: list.cursor });
    storePartners(core, page.users);
    list.cursor = page.nextCursor;
    list.pagedUids = [...list.pagedUids, ...page.users.map(({ uid }) => uid)];
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
