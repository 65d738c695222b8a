-- Up Migration

-- The seller's one answer.
ALTER TABLE reviews
  ADD COLUMN answer text,
  ADD COLUMN answered_at timestamptz,
  ADD CHECK ((answer IS NULL) = (answered_at IS NULL));

-- Down Migration
