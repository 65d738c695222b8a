import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import {
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  uuid,
} from '../../../platform/database/query-builder.ts';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const deliverySettings = pgTable('notice_settings', {
  uid: uuid('uid').primaryKey(),
  topics: jsonb('topics').$type<DeliveryPreferences['topics']>().notNull(),
  quietFrom: time('quiet_from'),
  quietTo: time('quiet_to'),
  timeZone: text('time_zone').notNull(),
});

export const pushSubscriptions = pgTable('push_subscriptions', {
  endpoint: text('endpoint').primaryKey(),
  id: uuid('id').notNull(),
  uid: uuid('uid').notNull(),
  sessionId: uuid('session_id').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});

export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    notificationId: uuid('notification_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    versionAt: timestampColumn('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.subscriptionId] })],
);

export const missedMails = pgTable('missed_mails', {
  uid: uuid('uid').primaryKey(),
  mailedAt: timestampColumn('mailed_at').notNull(),
});
