import type { Notification } from '@guilda/contract/notifications/notifications';

/** Notifications, newest first: all that are loaded, or those of one page. */
export type NotificationList = readonly Notification[];

export interface NotificationListPage {
  readonly notifications: NotificationList;
  readonly nextCursor: string | null;
}

const newestFirst = (a: Notification, b: Notification) =>
  b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id);

/** The list with a notification inserted by its time; a renewed notification (same id, later time) moves up. */
export function withNotification(
  list: NotificationList,
  notification: Notification,
): NotificationList {
  return [notification, ...list.filter(({ id }) => id !== notification.id)].sort(newestFirst);
}

export function withoutNotification(
  list: NotificationList,
  notificationId: string,
): NotificationList {
  return list.filter((each) => each.id !== notificationId);
}

/** The list with the notifications `notificationIds` marked as read; all of them when it is null. */
export function withMarkedRead(
  list: NotificationList,
  notificationIds: readonly string[] | null,
): NotificationList {
  const isIncluded = ({ id, read }: Notification) =>
    !read && (notificationIds === null || notificationIds.includes(id));
  if (!list.some(isIncluded)) return list;
  return list.map((each) => (isIncluded(each) ? { ...each, read: true } : each));
}

/** The list without notifications about messages of one sender. */
export function withoutMessagesOf(list: NotificationList, senderId: string): NotificationList {
  const isFromSender = (each: Notification) =>
    each.type === 'message' && each.senderId === senderId;
  return list.some(isFromSender) ? list.filter((each) => !isFromSender(each)) : list;
}

/** The list with an older page appended. */
export function withOlderPage(list: NotificationList, page: NotificationList): NotificationList {
  const knownIds = new Set(list.map(({ id }) => id));
  return [...list, ...page.filter(({ id }) => !knownIds.has(id))].sort(newestFirst);
}

/** Whether the newest page overlaps the list, so that no notification is missing between the two. */
function overlapsList(
  list: NotificationList,
  { notifications, nextCursor }: NotificationListPage,
): boolean {
  const knownIds = new Set(list.map(({ id }) => id));
  return nextCursor !== null && notifications.some(({ id }) => knownIds.has(id));
}

interface RefreshedList {
  readonly list: NotificationList;
  /** Whether the list still contains the older pages that were loaded. */
  readonly includesOlder: boolean;
}

/**
 * The list updated by the newest page. Within the period of the page, only its notifications and those received while
 * the page was loading (`receivedIds`) stay. Older notifications stay if the page overlaps the list.
 */
export function withNewestNotifications(
  list: NotificationList,
  page: NotificationListPage,
  receivedIds: ReadonlySet<string>,
): RefreshedList {
  const lastOfPage = page.notifications.at(-1);
  const pageIds = new Set(page.notifications.map(({ id }) => id));
  const freshNotifications = list.filter(({ id }) => receivedIds.has(id));
  const freshIds = new Set(freshNotifications.map(({ id }) => id));
  const isOlder = (each: Notification) =>
    lastOfPage !== undefined && !pageIds.has(each.id) && newestFirst(lastOfPage, each) < 0;
  const olderNotifications = overlapsList(list, page)
    ? list.filter((each) => isOlder(each) && !freshIds.has(each.id))
    : [];
  const newNotifications = page.notifications.filter(({ id }) => !freshIds.has(id));
  return {
    list: [...freshNotifications, ...newNotifications, ...olderNotifications].sort(newestFirst),
    includesOlder: olderNotifications.length > 0,
  };
}
