-- Up Migration

-- online
-- The disputed orders of a seller and of a buyer, by age.
DROP INDEX CONCURRENTLY IF EXISTS payments_disputed_by_seller;
CREATE INDEX CONCURRENTLY payments_disputed_by_seller ON payments (seller_id, created_at, id)
  WHERE open_dispute_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payments_disputed_by_buyer;
CREATE INDEX CONCURRENTLY payments_disputed_by_buyer ON payments (buyer_id, created_at, id)
  WHERE open_dispute_id IS NOT NULL;

-- Down Migration
