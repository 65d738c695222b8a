-- Up Migration

-- What the buyer owes for an order, in centavos; 0 for a free one. Every query that compares or sums the money of an
-- order calls this function; `amountDue` in modules/orders/order-amount-columns.ts does the same in the program.
-- PostgreSQL inlines the body, so that the condition of the index payments_stray_money (amount_paid > price) is recognised:
-- another body needs another index.
CREATE FUNCTION amount_due(payments) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ($1).price;

-- Down Migration
