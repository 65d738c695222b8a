-- Up Migration

-- online
-- Most conversations are short, but people read the long ones: the planner shall expect a thousand messages in each, so that
-- it reads a page in the order of an index instead of sorting the whole conversation.
ALTER TABLE messages ALTER COLUMN conversation_id SET (n_distinct = -0.001);
ANALYZE messages (conversation_id);

-- Down Migration
