import type { Notification } from '@guilda/contract/notifications';

/** The notifications on this device, newest first. */
export type NoticeList = readonly Notification[];

export interface NoticePage {
  readonly notifications: NoticeList;
  readonly nextCursor: string | null;
}

const newestFirst = (a: Notification, b: Notification) =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id);

/** With a notification that came or was renewed, in its place. */
export function withNotice(list: NoticeList, notice: Notification): NoticeList {
  return [notice, ...list.filter(({ id }) => id !== notice.id)].sort(newestFirst);
}

export function withoutNotice(list: NoticeList, id: string): NoticeList {
  return list.filter((each) => each.id !== id);
}

/** With some of them read; all for null. */
export function withRead(list: NoticeList, ids: readonly string[] | null): NoticeList {
  const hit = ({ id, read }: Notification) => !read && (ids === null || ids.includes(id));
  if (!list.some(hit)) return list;
  return list.map((each) => (hit(each) ? { ...each, read: true } : each));
}

/** Without what a sender's messages told (`spec §4`). */
export function withoutMessagesOf(list: NoticeList, senderId: string): NoticeList {
  const told = (each: Notification) => each.type === 'message' && each.senderId === senderId;
  return list.some(told) ? list.filter((each) => !told(each)) : list;
}

/** With an older page at its end. */
export function withOlder(list: NoticeList, page: NoticeList): NoticeList {
  const known = new Set(list.map(({ id }) => id));
  return [...list, ...page.filter(({ id }) => !known.has(id))].sort(newestFirst);
}

/** Whether the newest page meets what the list goes on with, so that nothing is left out between. */
function meets(list: NoticeList, { notifications, nextCursor }: NoticePage): boolean {
  const known = new Set(list.map(({ id }) => id));
  return nextCursor !== null && notifications.some(({ id }) => known.has(id));
}

interface Renewed {
  readonly list: NoticeList;
  /** Whether what was loaded of older ones is still a part of it. */
  readonly keptOlder: boolean;
}

/**
 * The list as the newest page says it is. What the page should have had and has not is gone, except
 * for what came (`fresh`) while it was on its way; what lies before the page stays where the two meet.
 */
export function withNewest(
  list: NoticeList,
  page: NoticePage,
  fresh: ReadonlySet<string>,
): Renewed {
  const last = page.notifications.at(-1);
  const told = new Set(page.notifications.map(({ id }) => id));
  const came = list.filter(({ id }) => fresh.has(id));
  const cameIds = new Set(came.map(({ id }) => id));
  const isOlder = (each: Notification) =>
    last !== undefined && !told.has(each.id) && newestFirst(last, each) < 0;
  const older = meets(list, page)
    ? list.filter((each) => isOlder(each) && !cameIds.has(each.id))
    : [];
  const newest = page.notifications.filter(({ id }) => !cameIds.has(id));
  return {
    list: [...came, ...newest, ...older].sort(newestFirst),
    keptOlder: older.length > 0,
  };
}
