import { subjectKinds } from '@guilda/contract/moderation/moderation';
import { databaseNow } from '../../../platform/database/clock.ts';
import { instant } from '../../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** The kinds of subject that an audit log entry can have. */
const loggedKinds = [
  ...subjectKinds,
  'case',
  'withdrawal',
  'refund',
  'sellers_report',
  'banned_list',
] as const;

/** The audit log. Rows are only added, never changed or deleted. */
export const moderationActions = pgTable('moderation_actions', {
  id: uuid('id').primaryKey(),
  /** Uid of the administrator; null when Guilda acted automatically. */
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  subjectKind: text('subject_kind', { enum: loggedKinds }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  reason: text('reason').notNull(),
  caseId: uuid('case_id'),
  createdAt: instant('created_at').notNull().default(databaseNow),
});

export type ModerationActionRow = typeof moderationActions.$inferSelect;
