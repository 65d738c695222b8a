-- Up Migration

-- The Discord accounts of the two people while the room of their call is open, so that unlinking one does not change who
-- is looked for in the room. Null before the room is open and after it is closed.
ALTER TABLE calls
  ADD COLUMN caller_discord_id text,
  ADD COLUMN callee_discord_id text;

-- Down Migration

ALTER TABLE calls DROP COLUMN caller_discord_id, DROP COLUMN callee_discord_id;
