-- Up Migration

-- online
-- Retention finds the notifications that were never read.
DROP INDEX CONCURRENTLY IF EXISTS notifications_never_read;
CREATE INDEX CONCURRENTLY notifications_never_read ON notifications (created_at) WHERE read_at IS NULL;

-- Down Migration
