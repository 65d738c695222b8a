import { id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';
import { badge } from './users.ts';

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
  /** None when the product itself tells, or the sender's account is gone. */
  senderBadges: z.array(badge),
  /** Ids that screens link by, such as `paymentId`, `postId` and `event`. */
  additionalInfo: z.record(z.string(), z.string()),
  read: z.boolean(),
  createdAt: instant,
});
export type Notification = z.infer<typeof notification>;

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
};
