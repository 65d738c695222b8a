import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** Kinds of `spec §3`; a client gives anything else a default look. */
export const notificationTypes = [
  'message',
  'payment',
  'friend_request',
  'achievement',
  'gift',
  'call',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What a person is told (`spec §3`). */
export const notification = z.object({
  id,
  type: z.string(),
  /** Null when the product itself tells. */
  senderId: id.nullable(),
  receiverId: id,
  content: z.string(),
  senderName: z.string().nullable(),
  senderAvatar: z.string().nullable(),
  /** Ids that screens link by, such as `paymentId`, `postId` and `event`. */
  additionalInfo: z.record(z.string(), z.string()),
  read: z.boolean(),
  createdAt: instant,
});
export type Notification = z.infer<typeof notification>;

/** What people choose about: calls, community and so on; each reaches them by these ways or not. */
export const noticeTopics = ['messages', 'orders', 'community', 'calls'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

const ways = z.strictObject({ push: booleanInput, email: booleanInput });

const clockTime = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, errors.invalid_parameter.text);

/**
 * What reaches a person outside the product. Inside it, everything stands in the popover. Calls and
 * community are never mailed, whatever the table says.
 */
export const noticeSettings = z.strictObject({
  topics: z.strictObject({ messages: ways, orders: ways, community: ways, calls: ways }),
  /** Local times between which nothing but an order is pushed; null for none. May cross midnight. */
  quietHours: z.strictObject({ from: clockTime, to: clockTime }).nullable(),
  /** IANA name, such as `America/Sao_Paulo`. */
  timeZone: z.string({ error: errors.invalid_parameter.text }).max(60),
});
export type NoticeSettings = z.output<typeof noticeSettings>;

/** A browser's own address for notices, as its Push API gives it. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: errors.invalid_parameter.text }).max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export type PushSubscription = z.output<typeof pushSubscription>;

const uidParams = z.object({ uid: idInput });

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'What the signed-in person was told, read or not, newest first',
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
    summary: 'What the signed-in person has not read, newest first; at most 100 (spec §7)',
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
    summary: 'Mark everything as read (spec §7)',
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
    summary: 'Mark one as read; repeated, nothing changes (spec §7)',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['notification_not_found'],
    limit: 'general',
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'What reaches the signed-in person by push and by e-mail',
    access: 'user',
    status: 200,
    output: noticeSettings,
    errors: [],
    limit: 'general',
  }),
  putSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Choose what reaches one by push and by e-mail',
    access: 'user',
    body: noticeSettings,
    status: 200,
    output: noticeSettings,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getPushKey: endpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'The public key that a browser subscribes with (VAPID, base64url)',
    access: 'user',
    status: 200,
    output: z.object({ publicKey: z.string() }),
    errors: [],
    limit: 'general',
  }),
  subscribePush: endpoint({
    method: 'PUT',
    path: '/api/push/subscriptions',
    summary: 'Let notices reach this browser; repeated, it stays one subscription',
    access: 'user',
    body: pushSubscription,
    status: 204,
    output: null,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  unsubscribePush: endpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions',
    summary: 'Let notices reach this browser no more',
    access: 'user',
    body: pushSubscription.pick({ endpoint: true }),
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
  testPush: endpoint({
    method: 'POST',
    path: '/api/push/test',
    summary: 'Send a notice to this browser, to see whether it arrives',
    access: 'user',
    body: pushSubscription.pick({ endpoint: true }),
    status: 204,
    output: null,
    errors: ['push_not_subscribed', 'push_unavailable'],
    limit: 'pushTests',
  }),
};
