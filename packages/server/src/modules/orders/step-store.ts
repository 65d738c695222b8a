import type { ServiceStatus } from '@guilda/contract/orders';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Party } from './order-states.ts';
import { paymentSteps, payments } from './payments-table.ts';

/** Records the state an order came to at its last change, in the transaction of that change. */
export async function insertStep(
  tx: Db,
  ids: Ids,
  step: { readonly paymentId: string; readonly by: Party; readonly actorId: string | null },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${paymentSteps} (id, payment_id, status, actor, actor_id, at)
    SELECT ${ids.uuid()}::uuid, p.id, p.service_status, ${step.by}, ${step.actorId}::uuid, p.updated_at
    FROM ${payments} p WHERE p.id = ${step.paymentId}`);
}

/** Who brought an order to a state; null when it never came there. */
export async function whoBroughtTo(
  db: Db,
  paymentId: string,
  status: ServiceStatus,
): Promise<Party | null> {
  const rows = await db
    .select({ actor: paymentSteps.actor })
    .from(paymentSteps)
    .where(and(eq(paymentSteps.paymentId, paymentId), eq(paymentSteps.status, status)));
  return rows[0]?.actor ?? null;
}
