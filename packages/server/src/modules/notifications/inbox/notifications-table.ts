import {
  type NotificationKind,
  notificationKinds,
} from '@guilda/contract/notifications/notification-kinds';
import { instant } from '../../../platform/database/columns.ts';
import { integer, jsonb, pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

const kindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  receiverId: uuid('receiver_id').notNull(),
  senderId: uuid('sender_id'),
  type: text('type', { enum: kindNames }).notNull(),
  /** Stored text; empty when the text is built each time the notification is loaded (`content.ts`). */
  content: text('content').notNull(),
  additionalInfo: jsonb('additional_info').$type<Readonly<Record<string, string>>>().notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  /** The post whose likes or comments the notification groups. */
  postUid: uuid('post_uid'),
  round: integer('round').notNull().default(1),
  readAt: instant('read_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type NotificationRow = typeof notifications.$inferSelect;
