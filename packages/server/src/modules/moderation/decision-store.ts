import type { DecisionAction, SubjectKind } from '@guilda/contract/moderation';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { excerpt as excerptOf } from '../notifications/index.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';

/** UTF-16 units of a subject that its decision quotes. */
const QUOTED = 80;

export interface NewDecision {
  /** Whom it concerns. */
  readonly personId: string;
  /** The case it was decided in; null outside any. */
  readonly caseId: string | null;
  readonly action: DecisionAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** The subject's text, of which the beginning is kept; empty where it is the person. */
  readonly excerpt: string;
  readonly reason: string;
  /** Of a suspension that ends; null otherwise. */
  readonly until: Date | null;
}

/** Writes a decision about a person in the transaction that carries it out; answers its id. */
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
    excerpt: excerptOf(excerpt, QUOTED),
  });
  return id;
}

/**
 * Takes back what stands of these decisions about a subject, in the transaction that undoes them;
 * answers them, each once: of two that lift at the same time one finds them.
 */
export function liftDecisions(
  tx: Db,
  { subjectId, actions }: { readonly subjectId: string; readonly actions: DecisionAction[] },
): Promise<DecisionRow[]> {
  return tx
    .update(decisions)
    .set({ liftedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(decisions.subjectId, subjectId),
        inArray(decisions.action, actions),
        isNull(decisions.liftedAt),
      ),
    )
    .returning();
}

/** The decisions about a person that still stand, the oldest first. */
export function standingDecisions(db: Db, personId: string): Promise<DecisionRow[]> {
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.personId, personId), isNull(decisions.liftedAt)))
    .orderBy(decisions.createdAt, decisions.id);
}

/** Takes back one decision, if it stands; null, and nothing has changed, where it does not. */
export async function liftDecision(tx: Db, id: string): Promise<DecisionRow | null> {
  const rows = await tx
    .update(decisions)
    .set({ liftedAt: sql`clock_timestamp()` })
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)))
    .returning();
  return rows[0] ?? null;
}
