import { badge } from '../accounts/users.ts';
import { id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';
import type { NotificationTopic } from './notification-delivery.ts';
import {
  type NotificationEventRow,
  type NotificationIcon,
  type NotificationKind,
  type NotificationKindRow,
  type NotificationPage,
  notificationKinds,
} from './notification-kinds.ts';

/** One notification (`docs/product/notifications.md`). */
export const notification = z.object({
  id,
  type: z.string(),
  /** The person who caused the notification; null when no person did. */
  senderId: id.nullable(),
  receiverId: id,
  content: z.string(),
  senderName: z.string().nullable(),
  senderAvatar: z.string().nullable(),
  /** Badges of the sender; empty without a sender and when the sender's account is closed. */
  senderBadges: z.array(badge),
  /** The `event` of the notification, and ids for its link, such as `paymentId` and `postId`. */
  additionalInfo: z.record(z.string(), z.string()),
  read: z.boolean(),
  createdAt: instant,
});
export type Notification = z.infer<typeof notification>;

type NotificationSourceFields = Pick<Notification, 'type' | 'additionalInfo'>;

const kindRowOf = (type: string): NotificationKindRow | undefined =>
  Object.hasOwn(notificationKinds, type) ? notificationKinds[type as NotificationKind] : undefined;

/** The row of `notificationKinds` for a notification; undefined for a kind or event that this version does not know. */
function eventRowOf({
  type,
  additionalInfo: { event = '' },
}: NotificationSourceFields): NotificationEventRow | undefined {
  const events = kindRowOf(type)?.events;
  return events && Object.hasOwn(events, event) ? events[event] : undefined;
}

/** The icon of a notification; the bell for an unknown kind. */
export const notificationIcon = ({ type }: Pick<Notification, 'type'>): NotificationIcon =>
  kindRowOf(type)?.icon ?? 'bell';

/** The bold words before a notification's text; null when the sender's name is shown instead. */
export const notificationLead = (notification: NotificationSourceFields): string | null =>
  eventRowOf(notification)?.leadText ?? kindRowOf(notification.type)?.leadText ?? null;

/**
 * The delivery topic of a notification; the receiver's preferences for the topic decide about push and e-mail. A
 * notification with an unknown event but an order's id belongs to the topic `orders`.
 */
export function notificationDeliveryTopic(
  notification: NotificationSourceFields,
): NotificationTopic {
  const { type, additionalInfo } = notification;
  const topic = eventRowOf(notification)?.topic;
  if (topic) return topic;
  if (additionalInfo['paymentId'] !== undefined) return 'orders';
  if (type === 'message') return 'messages';
  return type === 'call' ? 'calls' : 'community';
}

/** The heading of the mail about a notification; null when the notification is not mailed. */
export function notificationMailHeading(notification: NotificationSourceFields): string | null {
  const row = eventRowOf(notification);
  return row?.topic === 'orders' ? row.mailHeading : null;
}

/**
 * The page that a notification links to; null for none. For kinds and events that this version does not know, the ids
 * in `additionalInfo` decide.
 */
export function notificationPage(
  notification: NotificationSourceFields & Pick<Notification, 'senderId'>,
): NotificationPage | null {
  const { type, senderId, additionalInfo } = notification;
  const page = eventRowOf(notification)?.page;
  if (page && page !== 'chat') return page;
  if (senderId !== null && (page || type === 'message' || type === 'call')) return 'chat';
  if (additionalInfo['paymentId']) return 'order';
  if (additionalInfo['postId']) return 'post';
  if (additionalInfo['withdrawalId']) return 'wallet';
  if (type === 'moderation') return 'decisions';
  if (type === 'export') return 'data-export';
  return additionalInfo['serviceId'] ? 'service' : null;
}

const uidParams = z.object({ uid: idInput });

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Notifications of the signed-in person, read or not, newest first',
    access: 'user',
    query: pageQuery,
    status: 200,
    output: z.object({ notifications: z.array(notification), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  listUnread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread/:uid',
    summary: 'Unread notifications of the signed-in person, newest first; at most 100',
    access: 'user',
    params: uidParams,
    status: 200,
    output: z.array(notification),
    errors: ['forbidden'],
    limit: 'general',
  }),
  countUnread: endpoint({
    method: 'GET',
    path: '/api/notifications/count',
    summary: 'How many notifications and how many conversations are unread',
    access: 'user',
    status: 200,
    output: z.object({ notifications: z.number(), conversations: z.number() }),
    errors: [],
    limit: 'general',
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/notifications/mark-as-read/:uid',
    summary: 'Mark all notifications as read',
    access: 'user',
    params: uidParams,
    status: 204,
    output: null,
    errors: ['forbidden'],
    limit: 'general',
  }),
  markOneRead: endpoint({
    method: 'POST',
    path: '/api/notifications/mark-one-as-read/:id',
    summary: 'Mark one notification as read; idempotent',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['notification_not_found'],
    limit: 'general',
  }),
};
