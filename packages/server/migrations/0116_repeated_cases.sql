-- Up Migration

-- online
-- The client's idempotency key: a repeated request opens no second case.
ALTER TABLE cases ADD COLUMN IF NOT EXISTS request_key text;
DROP INDEX CONCURRENTLY IF EXISTS cases_request_key;
CREATE UNIQUE INDEX CONCURRENTLY cases_request_key ON cases (author_id, request_key)
  WHERE request_key IS NOT NULL;

-- Down Migration
