import { decisionActions, subjectKinds } from '@guilda/contract/moderation';
import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What the team decided about somebody, as they read it. */
export const decisions = pgTable('decisions', {
  id: uuid('id').primaryKey(),
  /** Whom it concerns: whoever wrote or sells the subject, or is it. */
  personId: uuid('person_id').notNull(),
  caseId: uuid('case_id'),
  action: text('action', { enum: decisionActions }).notNull(),
  subjectKind: text('subject_kind', { enum: subjectKinds }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  /** How the subject began when it was decided; empty where it is the person. */
  excerpt: text('excerpt').notNull().default(''),
  reason: text('reason').notNull(),
  /** Of a suspension that ends. */
  until: instant('until'),
  liftedAt: instant('lifted_at'),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
});

export type DecisionRow = typeof decisions.$inferSelect;
