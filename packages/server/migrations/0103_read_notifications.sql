-- Up Migration

-- online
-- Retention finds the notifications that were read long ago.
DROP INDEX CONCURRENTLY IF EXISTS notifications_read;
CREATE INDEX CONCURRENTLY notifications_read ON notifications (read_at) WHERE read_at IS NOT NULL;

-- Down Migration
