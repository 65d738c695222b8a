-- Up Migration

ALTER TABLE calls
  -- How long each of the two was in the room, as far as Discord told; null in calls of the versions before.
  ADD COLUMN caller_seconds integer,
  ADD COLUMN callee_seconds integer,
  -- When Discord last told who was in the room.
  ADD COLUMN room_told_at timestamptz,
  -- Until when a call between buyer and seller of an order is kept, at least; null before that is known.
  ADD COLUMN kept_until timestamptz;

-- Down Migration
