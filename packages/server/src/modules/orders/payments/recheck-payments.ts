import { sql } from '../../../platform/database/query-builder.ts';
import { orders } from '../orders-table.ts';
import { type PaymentSyncDeps, syncPayment } from './reconcile.ts';

/** Orders looked up per run (each minute); the rest waits, so that the provider is not flooded. */
const BATCH = 5;

const now = sql`clock_timestamp()`;
const unpaid = sql`${orders.amountPaid} IS NULL`;

/** Chargebacks arrive for up to 180 days; a payment of an unpaid order arrives within days. */
const recheckEnded = sql`${orders.providerCheckoutId} IS NULL
  OR ${orders.createdAt} < ${now} - CASE WHEN ${unpaid} THEN interval '3 days'
    ELSE interval '180 days' END`;

/** Takes the orders that are due and schedules their next lookup before the provider is called. */
const claimDueOrders = ({ database }: PaymentSyncDeps) =>
  database.db
    .update(orders)
    .set({ askAt: sql`CASE WHEN ${recheckEnded} THEN NULL ELSE ${now} + interval '1 day' END` })
    .where(
      sql`${orders.id} IN (SELECT id FROM ${orders} WHERE ask_at <= ${now}
        ORDER BY ask_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    )
    .returning();

/**
 * Looks each order up at the provider once a day, so that a chargeback, failed refund or late payment is
 * noticed even when its webhook got lost. A failed lookup is repeated the next day.
 */
export const recheckPayments = (deps: PaymentSyncDeps) => async (): Promise<void> => {
  for (const order of await claimDueOrders(deps)) {
    if (order.providerCheckoutId === null) continue;
    await syncPayment(deps, order, 'asking about a payment failed');
  }
};
