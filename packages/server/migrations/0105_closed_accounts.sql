-- Up Migration

-- online
-- Retention finds the conversations of closed accounts.
DROP INDEX CONCURRENTLY IF EXISTS users_closed;
CREATE INDEX CONCURRENTLY users_closed ON users (deleted_at) WHERE deleted_at IS NOT NULL;

-- Down Migration
