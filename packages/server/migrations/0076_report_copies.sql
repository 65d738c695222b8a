-- Up Migration

-- A copy of what a report is about, as it was when it was reported, for the team alone (docs/product/evidence.md).
CREATE TABLE report_copies (
  case_id uuid PRIMARY KEY REFERENCES cases (id),
  -- JSON in exactly the bytes that were hashed.
  content text NOT NULL,
  -- SHA-256 over the content in UTF-8.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- The picture whose files the copy holds; no foreign key, so that the version before can delete its row.
  picture_id uuid,
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX report_copies_of_picture ON report_copies (picture_id) WHERE picture_id IS NOT NULL;

-- Down Migration
