import type { DecisionAction, SubjectKind } from '@guilda/contract/moderation/moderation';
import type { Cursor } from '../../../platform/cursor.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, desc, eq, inArray, isNull, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import type { Ids } from '../../../ports/ids.ts';
import { excerptOf } from '../../notifications/index.ts';
import { cases } from '../cases/cases-table.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';

/** Maximum length of the quote of a subject's text in a decision, in UTF-16 units; longer texts are cut. */
const MAX_EXCERPT_LENGTH = 80;

export interface NewDecision {
  /** Uid of the person whom the decision concerns. */
  readonly personId: string;
  /** The case in which the decision was made; null outside a case. */
  readonly caseId: string | null;
  readonly action: DecisionAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** The subject's text; only its beginning is stored. Empty for an account. */
  readonly excerpt: string;
  readonly reason: string;
  /** When the suspension ends; null for other actions and for a permanent suspension. */
  readonly until: Date | null;
}

/** Records a decision in the transaction that performs its action; returns the new row. */
export async function insertDecision(
  tx: Db,
  ids: Ids,
  { subject, excerpt, ...decision }: NewDecision,
): Promise<string> {
  const id = ids.uuid();
  await tx.insert(decisions).values({
    ...decision,
    id,
    subjectKind: subject.kind,
    subjectId: subject.id,
    excerpt: excerptOf(excerpt, MAX_EXCERPT_LENGTH),
  });
  return id;
}

/**
 * Marks the active decisions with these actions about a subject as lifted, in the transaction that reverses them.
 * Returns the decisions that this call lifted; two concurrent calls never both return the same decision.
 */
export function liftDecisions(
  tx: Db,
  { subjectId, actions }: { readonly subjectId: string; readonly actions: DecisionAction[] },
): Promise<DecisionRow[]> {
  return tx
    .update(decisions)
    .set({ liftedAt: databaseNow })
    .where(
      and(
        eq(decisions.subjectId, subjectId),
        inArray(decisions.action, actions),
        isNull(decisions.liftedAt),
      ),
    )
    .returning();
}

/** Marks one decision as lifted and returns it; null when it was lifted before. */
export async function liftDecision(tx: Db, id: string): Promise<DecisionRow | null> {
  const rows = await tx
    .update(decisions)
    .set({ liftedAt: databaseNow })
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Reads one decision, whether or not it was lifted; null when it does not exist. */
export async function findDecision(db: Db, id: string): Promise<DecisionRow | null> {
  const rows = await db.select().from(decisions).where(eq(decisions.id, id));
  return rows[0] ?? null;
}

/**
 * Whether the subject of the decision is currently for adults only. A minor does not see the text of such a subject,
 * even when the minor wrote the text.
 */
const isSubjectForAdults = sql<boolean>`CASE ${decisions.subjectKind}
  WHEN 'service' THEN EXISTS (SELECT FROM services s WHERE s.id = ${decisions.subjectId} AND s.adult)
  WHEN 'post' THEN EXISTS (SELECT FROM posts p WHERE p.uid = ${decisions.subjectId} AND p.sensitive)
  WHEN 'comment' THEN EXISTS (SELECT FROM comments c JOIN posts p ON p.uid = c.post_uid
    WHERE c.id = ${decisions.subjectId} AND p.sensitive)
  WHEN 'review' THEN EXISTS (SELECT FROM reviews r JOIN services s ON s.id = r.service_id
    WHERE r.id = ${decisions.subjectId} AND s.adult)
  ELSE false END`;

/**
 * One page of the decisions about a person with their appeals, newest first: `limit` rows, and one more when another
 * page follows.
 */
export function findOwnDecisions(db: Db, uid: string, limit: number, afterCursor: Cursor | null) {
  const isAfterCursor = sql`(${decisions.createdAt}, ${decisions.id}) < (${afterCursor?.key}::timestamptz, ${afterCursor?.id}::uuid)`;
  return db
    .select({
      decision: decisions,
      appeal: cases,
      adult: isSubjectForAdults,
      key: timeText(decisions.createdAt),
    })
    .from(decisions)
    .leftJoin(cases, and(eq(cases.decisionId, decisions.id), eq(cases.kind, 'appeal')))
    .where(and(eq(decisions.personId, uid), afterCursor ? isAfterCursor : undefined))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(limit + 1);
}

/**
 * Whether a person has an active warning with the same reason: in the given case, or outside a case within the last
 * `minutes`.
 */
export async function hasWarning(
  tx: Db,
  { personId, reason, caseId }: Pick<NewDecision, 'personId' | 'reason' | 'caseId'>,
  minutes: number,
): Promise<boolean> {
  const isRecent = sql`${decisions.createdAt}
    > ${databaseNow} - make_interval(mins => ${minutes})`;
  const sameWarnings = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.personId, personId),
        eq(decisions.action, 'warn'),
        eq(decisions.reason, reason),
        isNull(decisions.liftedAt),
        caseId === null ? and(isNull(decisions.caseId), isRecent) : eq(decisions.caseId, caseId),
      ),
    )
    .limit(1);
  return sameWarnings.length > 0;
}

/** Whether an active decision hides the subject. */
export async function hasActiveHide(tx: Db, subjectId: string): Promise<boolean> {
  const activeHide = and(
    eq(decisions.subjectId, subjectId),
    eq(decisions.action, 'hide'),
    isNull(decisions.liftedAt),
  );
  return (await tx.$count(decisions, activeHide)) > 0;
}
