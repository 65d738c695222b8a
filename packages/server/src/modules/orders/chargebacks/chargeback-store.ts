import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../platform/database/query-builder.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Chargeback } from '../../../ports/payment-provider.ts';
import { type OrderRow, orders } from '../orders-table.ts';
import { amountReturned } from '../refunds/refund-store.ts';
import { type ChargebackTransition, chargebackTransitionOf } from './chargeback-states.ts';
import { type ChargebackRow, chargebacks } from './chargebacks-table.ts';
import { hasProvisionalId, knownIdOf, matchChargebacks } from './match-chargebacks.ts';

/** A chargeback whose status has changed with the provider's record. */
export interface ChargebackChange {
  readonly transition: ChargebackTransition;
  readonly row: ChargebackRow;
}

const listChargebacks = (tx: Db, orderId: string): Promise<ChargebackRow[]> =>
  tx
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.orderId, orderId))
    .orderBy(chargebacks.createdAt);

/** Stores the own id of a chargeback that was stored under a provisional one, once a record contains it. */
async function storeCaseId(tx: Db, row: ChargebackRow, reportedChargeback: Chargeback) {
  if (hasProvisionalId(reportedChargeback) || knownIdOf(row) === reportedChargeback.id) return;
  await tx
    .update(chargebacks)
    .set({ providerCaseId: reportedChargeback.id })
    .where(eq(chargebacks.id, row.id));
}

const decisionTimeOf = ({ status }: Chargeback) => (status === 'open' ? null : databaseNow);

/**
 * Inserts a chargeback. The first one of a payment is stored under its provisional id, under which the version before
 * knows it.
 */
async function insertChargeback(tx: Db, ids: Ids, order: OrderRow, reportedChargeback: Chargeback) {
  const { id, provisionalId = id, kind, amount, status, evidenceBy } = reportedChargeback;
  const storedChargebacks = await listChargebacks(tx, order.id);
  const isFirst = storedChargebacks.every((row) => row.providerChargebackId !== provisionalId);
  const [row] = await tx
    .insert(chargebacks)
    .values({
      id: ids.uuid(),
      orderId: order.id,
      providerChargebackId: isFirst ? provisionalId : id,
      providerCaseId: isFirst && id !== provisionalId ? id : null,
      kind,
      amount,
      status,
      evidenceBy,
      orderStatus: order.serviceStatus,
      createdAt: databaseNow,
      updatedAt: databaseNow,
      decidedAt: decisionTimeOf(reportedChargeback),
    })
    .returning();
  return row ?? null;
}

async function updateChargeback(
  tx: Db,
  knownChargeback: ChargebackRow,
  reportedChargeback: Chargeback,
) {
  const { status, evidenceBy } = reportedChargeback;
  const [row] = await tx
    .update(chargebacks)
    .set({
      status,
      evidenceBy,
      updatedAt: databaseNow,
      decidedAt: decisionTimeOf(reportedChargeback),
    })
    .where(eq(chargebacks.id, knownChargeback.id))
    .returning();
  return row ?? null;
}

/** Stores a new deadline for evidence of an open chargeback; other fields of a known chargeback do not change. */
async function storeDeadline(tx: Db, knownChargeback: ChargebackRow, { evidenceBy }: Chargeback) {
  if (
    knownChargeback.status !== 'open' ||
    knownChargeback.evidenceBy?.getTime() === evidenceBy?.getTime()
  )
    return;
  await tx
    .update(chargebacks)
    .set({ evidenceBy, updatedAt: databaseNow })
    .where(eq(chargebacks.id, knownChargeback.id));
}

/** Stores at the order what a new chargeback takes from the payment, in centavos, and the status of the chargeback. */
async function updateChargedBack(tx: Db, { transition, row }: ChargebackChange): Promise<void> {
  const takenAmount = transition.posts === 'chargeback' ? row.amount : 0;
  await tx
    .update(orders)
    .set({
      chargedBack: sql`${orders.chargedBack} + ${takenAmount}::integer`,
      chargebackStatus: row.status,
      updatedAt: databaseNow,
    })
    .where(eq(orders.id, row.orderId));
}

/**
 * Subtracts a chargeback that the bank decided for the seller from `chargedBack` of its order, so that a refund may
 * return the money. Call this function in the transaction that decides who gets the money.
 */
export async function releaseChargedBack(
  tx: Db,
  { orderId, amount }: Pick<ChargebackRow, 'orderId' | 'amount'>,
): Promise<void> {
  await tx
    .update(orders)
    .set({ chargedBack: sql`${orders.chargedBack} - ${amount}::integer` })
    .where(eq(orders.id, orderId));
}

/**
 * Stores the chargebacks of a provider's record and returns those whose status changed. Lock the order first: repeated
 * and reordered records then change each chargeback once.
 */
export async function recordChargebacks(
  tx: Db,
  ids: Ids,
  order: OrderRow,
  reportedChargebacks: readonly Chargeback[],
): Promise<ChargebackChange[]> {
  if (reportedChargebacks.length === 0) return [];
  const matches = matchChargebacks(reportedChargebacks, await listChargebacks(tx, order.id));
  const changes: ChargebackChange[] = [];
  for (const { reported: reportedChargeback, stored: storedChargeback } of matches) {
    if (storedChargeback) await storeCaseId(tx, storedChargeback, reportedChargeback);
    const transition = chargebackTransitionOf(
      storedChargeback?.status ?? null,
      reportedChargeback.status,
    );
    if (transition === null) {
      if (storedChargeback?.status === reportedChargeback.status)
        await storeDeadline(tx, storedChargeback, reportedChargeback);
      continue;
    }
    const row = storedChargeback
      ? await updateChargeback(tx, storedChargeback, reportedChargeback)
      : await insertChargeback(tx, ids, order, reportedChargeback);
    if (!row) throw new Error(`a chargeback of order ${order.id} vanished while it was locked`);
    const change = { transition, row };
    await updateChargedBack(tx, change);
    changes.push(change);
  }
  return changes;
}

/**
 * Stores the amount that the ledger returned to the buyer, in centavos, and the state that the order had when the
 * chargeback was applied.
 */
export async function storeReversal(
  tx: Db,
  { id, orderId }: Pick<ChargebackRow, 'id' | 'orderId'>,
  reversal: Pick<ChargebackRow, 'reversed' | 'orderStatus'>,
): Promise<void> {
  await tx.update(chargebacks).set(reversal).where(eq(chargebacks.id, id));
  if (reversal.orderStatus !== 'refunded') return;
  // `storeRestoration` added this money to `chargedBack` when the bank decided an earlier chargeback for the seller,
  // and `updateChargedBack` has added it a second time for this chargeback.
  await tx
    .update(orders)
    .set({ chargedBack: sql`${orders.chargedBack} - ${reversal.reversed}::integer` })
    .where(eq(orders.id, orderId));
}

/**
 * Stores the centavos that the ledger gave back to seller and platform after the bank decided for the seller. If the
 * order is refunded, adds them to its `chargedBack`, so that no refund returns them to the buyer.
 */
export async function storeRestoration(
  tx: Db,
  { id, orderId }: Pick<ChargebackRow, 'id' | 'orderId'>,
  restored: number,
): Promise<void> {
  await tx.update(chargebacks).set({ restored }).where(eq(chargebacks.id, id));
  await tx
    .update(orders)
    .set({ chargedBack: sql`${orders.chargedBack} + ${restored}::integer` })
    .where(and(eq(orders.id, orderId), eq(orders.serviceStatus, 'refunded')));
}

/**
 * Centavos of the received payment that were not returned; negative when more was returned than was received.
 * `keptAmount` is what the order keeps in the ledger. In a refunded order `charged_back` includes `keptAmount`, which
 * was not returned and is therefore added again.
 */
export async function readRemainingPayment(
  tx: Db,
  { id, serviceStatus }: Pick<OrderRow, 'id' | 'serviceStatus'>,
  keptAmount: number,
): Promise<number> {
  const [row] = await tx
    .select({ left: sql<string>`coalesce(${orders.amountPaid}, 0) - ${amountReturned}` })
    .from(orders)
    .where(eq(orders.id, id));
  return Number(row?.left ?? 0) + (serviceStatus === 'refunded' ? keptAmount : 0);
}
