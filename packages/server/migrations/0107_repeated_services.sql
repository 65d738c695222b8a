-- Up Migration

-- online
-- The client's idempotency key: a repeated request publishes no second service. A deleted service frees its key.
ALTER TABLE services ADD COLUMN IF NOT EXISTS request_key text;
DROP INDEX CONCURRENTLY IF EXISTS services_request_key;
CREATE UNIQUE INDEX CONCURRENTLY services_request_key ON services (seller_id, request_key)
  WHERE request_key IS NOT NULL AND deleted_at IS NULL;

-- Down Migration
