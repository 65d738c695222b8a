-- Up Migration

-- When the caller's devices were told of the room: once, whichever node does it.
ALTER TABLE calls ADD COLUMN accepted_told_at timestamptz;
-- When a sweep last took the room on: no two do at a time, and all have their turn.
ALTER TABLE calls ADD COLUMN room_looked_at timestamptz;

-- Down Migration
