import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Kinds of `spec §3`, and the product's own, to which a client gives its default look. */
const notificationTypes = [
  'message',
  'payment',
  'friend_request',
  'achievement',
  'gift',
  'call',
  'like',
  'comment',
  'moderation',
  'export',
] as const;

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  receiverId: uuid('receiver_id').notNull(),
  senderId: uuid('sender_id'),
  type: text('type', { enum: notificationTypes }).notNull(),
  /** Empty where what is said is made when it is read: see `content.ts`. */
  content: text('content').notNull(),
  additionalInfo: jsonb('additional_info').$type<Readonly<Record<string, string>>>().notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  /** What likes and comments gather on. */
  postUid: uuid('post_uid'),
  round: integer('round').notNull().default(1),
  readAt: instant('read_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type NotificationRow = typeof notifications.$inferSelect;
