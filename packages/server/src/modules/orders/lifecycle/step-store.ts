import type { ServiceStatus } from '@guilda/contract/orders';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { orderSteps, orders } from '../orders-table.ts';
import type { TransitionParty } from './order-states.ts';

/** Adds the current state of an order to its timeline, in the transaction that changes the state. */
export async function insertOrderStep(
  tx: Db,
  ids: Ids,
  step: {
    readonly paymentId: string;
    readonly by: TransitionParty;
    readonly actorId: string | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${orderSteps} (id, payment_id, status, actor, actor_id, at)
    SELECT ${ids.uuid()}::uuid, p.id, p.service_status, ${step.by}, ${step.actorId}::uuid, p.updated_at
    FROM ${orders} p WHERE p.id = ${step.paymentId}`);
}

/** The party that moved an order into a state, read from the timeline; null when the order was never in that state. */
export async function findStepActor(
  db: Db,
  paymentId: string,
  status: ServiceStatus,
): Promise<TransitionParty | null> {
  const rows = await db
    .select({ actor: orderSteps.actor })
    .from(orderSteps)
    .where(and(eq(orderSteps.paymentId, paymentId), eq(orderSteps.status, status)));
  return rows[0]?.actor ?? null;
}
