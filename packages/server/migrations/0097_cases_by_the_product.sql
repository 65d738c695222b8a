-- Up Migration

-- A case that the product opens itself, about an upload of a banned picture, has no author. The previous version lists
-- such a case in the queue but cannot show it (docs/adr/0076-cases-about-refused-pictures.md).
ALTER TABLE cases
  ALTER COLUMN author_id DROP NOT NULL,
  ADD CONSTRAINT cases_author CHECK (author_id IS NOT NULL OR (kind = 'report' AND reported_user_id IS NOT NULL));

-- At most one such open case of each kind for a person, so that repeated uploads do not fill the queue.
CREATE UNIQUE INDEX cases_one_by_product ON cases (reported_user_id, minor)
  WHERE author_id IS NULL AND status = 'open';

-- Down Migration
