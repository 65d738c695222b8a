import { limits } from '@guilda/contract/limits';
import type { OpenDisputeInput } from '@guilda/contract/orders/dispute-endpoints';
import { databaseNow, hoursFromNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import { recordEvidenceCauseEnd } from '../../evidence/index.ts';
import type { OrderRow } from '../orders-table.ts';
import { latestSweptDeadline } from '../sweep-deadline-columns.ts';
import {
  type DisputeAction,
  type DisputeTransition,
  disputeTransitions,
} from './dispute-states.ts';
import { type DisputeRow, disputes } from './disputes-table.ts';

export async function findDispute(db: Db, orderId: string): Promise<DisputeRow | null> {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, orderId));
  return rows[0] ?? null;
}

export async function findDisputeById(db: Db, id: string): Promise<DisputeRow | null> {
  const rows = await db.select().from(disputes).where(eq(disputes.id, id));
  return rows[0] ?? null;
}

/** Inserts the dispute of an order; its deadlines are computed by the database's clock. Lock the order first. */
export async function insertDispute(
  tx: Db,
  id: string,
  { id: orderId, heldUntil }: Pick<OrderRow, 'id' | 'heldUntil'>,
  { reason, description, answerHours }: OpenDisputeInput & { readonly answerHours: number },
): Promise<DisputeRow> {
  const heldText = heldUntil?.toISOString() ?? null;
  const rows = await tx
    .insert(disputes)
    .values({
      id,
      orderId,
      reason,
      description,
      openedAt: databaseNow,
      answerBy: hoursFromNow(answerHours),
      decideBy: hoursFromNow(limits.dispute.decideHours),
      clearingLeft: sql`${heldText}::timestamptz - ${databaseNow}`,
    })
    .returning();
  const [dispute] = rows;
  if (!dispute) throw new Error(`dispute ${id} vanished`);
  return dispute;
}

/** A requested change of a dispute. */
export interface DisputeChange {
  readonly action: DisputeAction;
  readonly orderId: string;
  /** Uid of the person who makes the change; null for the provider and the system. */
  readonly actorId: string | null;
  /** With `contest`: the seller's text, and the offered part of the price in centavos. */
  readonly answer?: { readonly message: string; readonly offer: number | null };
  /** With an action that ends the dispute: the amount that goes back to the buyer, in centavos. */
  readonly refundedAmount?: number;
  /** Reason of the team's decision; only when the team decides. */
  readonly decisionReason?: string;
}

function columnsSetBy(transition: DisputeTransition, change: DisputeChange) {
  const { action, actorId, answer, refundedAmount = 0, decisionReason = null } = change;
  if (transition.outcome === null) {
    const { message: answerMessage = null, offer = null } = answer ?? {};
    return {
      state: 'answered',
      answeredAt: databaseNow,
      accepted: false,
      answerMessage,
      offer,
    } as const;
  }
  const resolvedColumns = {
    state: 'resolved',
    outcome: transition.outcome,
    refundedAmount,
    resolvedBy: transition.by,
    resolverId: actorId,
    decidedAt: databaseNow,
    decisionReason,
  } as const;
  if (action !== 'accept') return resolvedColumns;
  return {
    ...resolvedColumns,
    accepted: true,
    answeredAt: sql`coalesce(answered_at, ${databaseNow})`,
  };
}

function conditionOf({ when }: DisputeTransition): SQL | undefined {
  if (when === 'answerable') return sql`${disputes.answerBy} > ${databaseNow}`;
  if (when === 'overdue') return sql`${disputes.answerBy} <= ${databaseNow}`;
  return when === 'offered' ? isNotNull(disputes.offer) : undefined;
}

/**
 * Applies one of the `disputeTransitions` to the dispute of an order in one conditional UPDATE. A transition that ends
 * the dispute also closes its evidence. Returns null and changes nothing when the dispute's state or the condition
 * `when` does not allow the transition. Lock the order first.
 */
export async function changeDispute(tx: Db, change: DisputeChange): Promise<DisputeRow | null> {
  const transition: DisputeTransition = disputeTransitions[change.action];
  const rows = await tx
    .update(disputes)
    .set(columnsSetBy(transition, change))
    .where(
      and(
        eq(disputes.orderId, change.orderId),
        inArray(disputes.state, [...transition.from]),
        conditionOf(transition),
      ),
    )
    .returning();
  const [changed] = rows;
  if (changed && transition.outcome !== null)
    await recordEvidenceCauseEnd(tx, { cause: 'dispute', causeId: changed.id });
  return changed ?? null;
}

/** Records that an administrator has read the dispute; only the first reading is stored. */
export async function markDisputeViewed(db: Db, id: string): Promise<void> {
  await db
    .update(disputes)
    .set({ viewedAt: databaseNow })
    .where(and(eq(disputes.id, id), isNull(disputes.viewedAt)));
}

/** Marks an unresolved dispute whose decision is overdue as notified; null when it is not due or was marked before. */
export async function markOverdueNotified(tx: Db, orderId: string): Promise<DisputeRow | null> {
  const rows = await tx
    .update(disputes)
    .set({ overdueNotifiedAt: databaseNow })
    .where(
      and(
        eq(disputes.orderId, orderId),
        ne(disputes.state, 'resolved'),
        isNull(disputes.overdueNotifiedAt),
        sql`${disputes.decideBy} <= ${databaseNow}`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Unanswered disputes whose time to answer has passed, longest overdue first. */
export const listUnansweredDisputes = (db: Db, limit: number): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.state, 'open'), lt(disputes.answerBy, latestSweptDeadline)))
    .orderBy(disputes.answerBy)
    .limit(limit);

/**
 * Unresolved disputes whose decision is overdue and about which buyer and seller were not notified yet, longest overdue
 * first.
 */
export const listOverdueDisputes = (db: Db, limit: number): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(
      and(
        ne(disputes.state, 'resolved'),
        isNull(disputes.overdueNotifiedAt),
        lt(disputes.decideBy, latestSweptDeadline),
      ),
    )
    .orderBy(disputes.decideBy)
    .limit(limit);
