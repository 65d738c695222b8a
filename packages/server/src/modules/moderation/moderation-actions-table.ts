import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What the team did, for good. */
export const moderationActions = pgTable('moderation_actions', {
  id: uuid('id').primaryKey(),
  actorId: uuid('actor_id').notNull(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind', { enum: ['post', 'comment', 'service', 'user'] }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  reason: text('reason').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`clock_timestamp()`),
});

export type ModerationActionRow = typeof moderationActions.$inferSelect;
