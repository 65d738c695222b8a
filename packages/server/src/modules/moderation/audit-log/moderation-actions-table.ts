import { subjectKinds } from '@guilda/contract/moderation';
import { pgTable, sql, text, timestamp, uuid } from '../../../platform/database/query-builder.ts';

/** The kinds of subject that entries can have. */
const loggedKinds = [...subjectKinds, 'case', 'withdrawal', 'refund'] as const;

/** The audit log: append-only. */
export const moderationActions = pgTable('moderation_actions', {
  id: uuid('id').primaryKey(),
  /** Null where the product acted automatically. */
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  subjectKind: text('subject_kind', { enum: loggedKinds }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  reason: text('reason').notNull(),
  caseId: uuid('case_id'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`clock_timestamp()`),
});

export type ModerationActionRow = typeof moderationActions.$inferSelect;
