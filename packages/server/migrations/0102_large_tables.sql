-- Up Migration

-- online
-- Indexes by which closing accounts and retention find their rows, however large the tables are.
DROP INDEX CONCURRENTLY IF EXISTS conversation_members_muted;
CREATE INDEX CONCURRENTLY conversation_members_muted ON conversation_members (uid) WHERE muted_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notifications_read;
CREATE INDEX CONCURRENTLY notifications_read ON notifications (read_at) WHERE read_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notifications_never_read;
CREATE INDEX CONCURRENTLY notifications_never_read ON notifications (created_at) WHERE read_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_closed;
CREATE INDEX CONCURRENTLY users_closed ON users (deleted_at) WHERE deleted_at IS NOT NULL;
-- Most conversations are short, but people read the long ones: the planner shall expect a thousand messages in each, so that
-- it reads a page in the order of an index instead of sorting the whole conversation.
ALTER TABLE messages ALTER COLUMN conversation_id SET (n_distinct = -0.001);
ANALYZE messages (conversation_id);

-- Down Migration
