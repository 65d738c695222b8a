import { decisionActions, subjectKinds } from '@guilda/contract/moderation/moderation';
import { databaseNow } from '../../../platform/database/clock.ts';
import { instant } from '../../../platform/database/columns.ts';
import { pgTable, text, uuid } from '../../../platform/database/query-builder.ts';

/** Decisions about people, with everything that the person concerned is shown. */
export const decisions = pgTable('decisions', {
  id: uuid('id').primaryKey(),
  /** The person whom the decision concerns: the author or seller of the subject, or the account that is the subject. */
  personId: uuid('person_id').notNull(),
  caseId: uuid('case_id'),
  action: text('action', { enum: decisionActions }).notNull(),
  subjectKind: text('subject_kind', { enum: subjectKinds }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  /** The beginning of the subject's text when the decision was made; empty for an account. */
  excerpt: text('excerpt').notNull().default(''),
  reason: text('reason').notNull(),
  /** When the suspension ends; null for other actions and for a permanent suspension. */
  until: instant('until'),
  liftedAt: instant('lifted_at'),
  createdAt: instant('created_at').notNull().default(databaseNow),
});

export type DecisionRow = typeof decisions.$inferSelect;
