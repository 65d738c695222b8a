import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Reports, feedback and support requests, as they reach the team. */
export const cases = pgTable('cases', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['report', 'feedback', 'support'] }).notNull(),
  authorId: uuid('author_id').notNull(),
  reportedUserId: uuid('reported_user_id'),
  reportedPostId: uuid('reported_post_id'),
  reportedCommentId: uuid('reported_comment_id'),
  paymentId: uuid('payment_id'),
  title: text('title'),
  message: text('message').notNull(),
  status: text('status', { enum: ['open', 'closed'] })
    .notNull()
    .default('open'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type CaseRow = typeof cases.$inferSelect;
