import type { DecisionAction, SubjectKind } from '@guilda/contract/moderation';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, inArray, isNull, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { excerpt as excerptOf } from '../../notifications/index.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';

/** UTF-16 units of a subject's text that its decision quotes. */
const QUOTED = 80;

export interface NewDecision {
  /** The person whom the decision concerns. */
  readonly personId: string;
  /** The case in which it was decided; null outside any. */
  readonly caseId: string | null;
  readonly action: DecisionAction;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** The subject's text, of which the beginning is stored; empty for an account. */
  readonly excerpt: string;
  readonly reason: string;
  /** When a suspension ends; null otherwise. */
  readonly until: Date | null;
}

/** Records a decision in the transaction that performs its action; returns its id. */
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
 * Marks the active decisions of these kinds about a subject as lifted, in the transaction that reverses
 * them. Returns them; of two concurrent calls only one gets each decision.
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

/** Marks one decision as lifted; null when it was lifted before. */
export async function liftDecision(tx: Db, id: string): Promise<DecisionRow | null> {
  const rows = await tx
    .update(decisions)
    .set({ liftedAt: sql`clock_timestamp()` })
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)))
    .returning();
  return rows[0] ?? null;
}
