import { sql } from 'drizzle-orm';
import { payments } from './payments-table.ts';
import { type AskDeps, askProvider } from './reconcile.ts';

/** Orders asked about in a minute: more wait for their turn, so that the provider is never flooded. */
const BATCH = 5;

const now = sql`clock_timestamp()`;
const unpaid = sql`${payments.amountPaid} IS NULL`;

/** Chargebacks come for half a year; what was to be paid before an order's end comes within days. */
const over = sql`${payments.providerCheckoutId} IS NULL
  OR ${payments.createdAt} < ${now} - CASE WHEN ${unpaid} THEN interval '3 days'
    ELSE interval '180 days' END`;

/** The orders whose turn it is, each given its next turn before anybody is asked. */
const take = ({ database }: AskDeps) =>
  database.db
    .update(payments)
    .set({ askAt: sql`CASE WHEN ${over} THEN NULL ELSE ${now} + interval '1 day' END` })
    .where(
      sql`${payments.id} IN (SELECT id FROM ${payments} WHERE ask_at <= ${now}
        ORDER BY ask_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    )
    .returning();

/**
 * Asks the provider about orders once a day, so that no chargeback, failed refund or late payment stays
 * unseen because its notification got lost. Whoever does not answer is asked the next day.
 */
export const askAgain = (deps: AskDeps) => async (): Promise<void> => {
  for (const order of await take(deps)) {
    if (order.providerCheckoutId === null) continue;
    await askProvider(deps, order, 'asking about a payment failed');
  }
};
