-- Up Migration

-- Up to which of their own messages each one's client has told the other, so that it does so once.
ALTER TABLE conversations
  ADD COLUMN low_told integer NOT NULL DEFAULT 0,
  ADD COLUMN high_told integer NOT NULL DEFAULT 0;

-- Down Migration
