/**
 * Statuses of orders and chargebacks as plain lists. Pages import these lists without the schemas of `orders.ts`, which
 * weigh 30 KB.
 */

/** States of an order; the transitions are in `docs/product/orders.md`. */
export const serviceStatuses = [
  'awaiting_payment',
  'awaiting_start',
  'in_progress',
  'complete',
  'cancelled',
  'refunded',
] as const;

/** States of an order that is paid or free, and neither cancelled nor refunded. */
export const soldStatuses: readonly (typeof serviceStatuses)[number][] = [
  'awaiting_start',
  'in_progress',
  'complete',
];

/**
 * Statuses of a chargeback. `open`: the bank has not decided; `lost`: it decided for the buyer; `won`: it decided for
 * the seller.
 */
export const chargebackStatuses = ['open', 'lost', 'won'] as const;
