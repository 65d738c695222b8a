import { caseKinds, outcomes } from '@guilda/contract/moderation/moderation';
import { instant } from '../../../platform/database/columns.ts';
import {
  bigint,
  boolean,
  pgTable,
  smallint,
  sql,
  text,
  uuid,
} from '../../../platform/database/query-builder.ts';

/** Cases: reports, appeals, feedback and support requests. */
export const cases = pgTable('cases', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: caseKinds }).notNull(),
  /** Running number over all kinds of case. Kind and number make the case's code, such as `DEN-0418`. */
  number: bigint('number', { mode: 'number' }).notNull().default(sql`nextval('case_numbers')`),
  /** Stored severity: 4 urgent, 3 high, 2 normal, 1 low. */
  severity: smallint('severity').notNull().default(2),
  minor: boolean('minor').notNull().default(false),
  /** Whether a report says that the reported person is under age. */
  underage: boolean('underage').notNull().default(false),
  /** Uid of the person who wrote the case; null for a case that Guilda opened. */
  authorId: uuid('author_id'),
  reportedUserId: uuid('reported_user_id'),
  reportedPostId: uuid('reported_post_id'),
  reportedCommentId: uuid('reported_comment_id'),
  reportedServiceId: uuid('reported_service_id'),
  reportedReviewId: uuid('reported_review_id'),
  decisionId: uuid('decision_id'),
  orderId: uuid('payment_id'),
  title: text('title'),
  message: text('message').notNull(),
  status: text('status', { enum: ['open', 'closed'] })
    .notNull()
    .default('open'),
  assignedTo: uuid('assigned_to'),
  outcome: text('outcome', { enum: outcomes }),
  answer: text('answer'),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
  /** The client's idempotency key; null when it sent none. */
  requestKey: text('request_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export type CaseRow = typeof cases.$inferSelect;
