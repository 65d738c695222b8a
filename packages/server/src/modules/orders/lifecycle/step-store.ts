import type { ServiceStatus } from '@guilda/contract/orders/orders';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import { orderSteps, orders } from '../orders-table.ts';
import type { TransitionParty } from './order-states.ts';
import { stepHash } from './step-chain-queries.ts';

/**
 * Adds the current state of an order to its timeline, in the transaction that changes the state. The step continues the
 * chain of hashes of the order (`docs/product/evidence.md`). Lock the order first, because two concurrent steps would
 * otherwise continue the chain at the same place.
 */
export async function insertOrderStep(
  tx: Db,
  ids: Ids,
  step: {
    readonly orderId: string;
    readonly by: TransitionParty;
    readonly actorId: string | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${orderSteps} (id, payment_id, status, actor, actor_id, at, seq, prev_hash, hash)
    SELECT s.*, ${stepHash(sql`s`)} FROM (
      SELECT ${ids.uuid()}::uuid AS id, p.id AS payment_id, p.service_status AS status,
        ${step.by}::text AS actor, ${step.actorId}::uuid AS actor_id, p.updated_at AS at,
        -- Not the number of steps alone: an order must move on when a step was removed from its chain.
        (SELECT greatest(count(*), max(b.seq)) + 1 FROM ${orderSteps} b
          WHERE b.payment_id = p.id)::smallint AS seq,
        (SELECT b.hash FROM ${orderSteps} b WHERE b.payment_id = p.id AND b.hash IS NOT NULL
          ORDER BY b.seq DESC LIMIT 1) AS prev_hash
      FROM ${orders} p WHERE p.id = ${step.orderId}
    ) s`);
}

/** The party that moved an order into a state, read from the timeline; null when the order was never in that state. */
export async function findStepActor(
  db: Db,
  orderId: string,
  status: ServiceStatus,
): Promise<TransitionParty | null> {
  const rows = await db
    .select({ actor: orderSteps.actor })
    .from(orderSteps)
    .where(and(eq(orderSteps.orderId, orderId), eq(orderSteps.status, status)));
  return rows[0]?.actor ?? null;
}
