import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Kinds of `spec §3`; a client gives anything else a default look. */
const notificationTypes = [
  'message',
  'payment',
  'friend_request',
  'achievement',
  'gift',
  'call',
] as const;

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  receiverId: uuid('receiver_id').notNull(),
  senderId: uuid('sender_id'),
  type: text('type', { enum: notificationTypes }).notNull(),
  content: text('content').notNull(),
  additionalInfo: jsonb('additional_info').$type<Readonly<Record<string, string>>>().notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  readAt: instant('read_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type NotificationRow = typeof notifications.$inferSelect;
