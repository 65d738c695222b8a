-- Up Migration

-- online
-- Closing an account finds the conversations that its person muted.
DROP INDEX CONCURRENTLY IF EXISTS conversation_members_muted;
CREATE INDEX CONCURRENTLY conversation_members_muted ON conversation_members (uid) WHERE muted_at IS NOT NULL;

-- Down Migration
