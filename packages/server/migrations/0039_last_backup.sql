-- Up Migration

-- When the newest backup was made, wherever it was written to: one row, none before the first. Kept here because
-- every node is to know it, and the file may lie where none of them looks.
CREATE TABLE last_backup (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  finished_at timestamptz NOT NULL
);

-- Down Migration
