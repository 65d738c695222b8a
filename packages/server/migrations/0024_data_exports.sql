-- Up Migration

-- Copies of a person's data, made in the background and kept for a week.
CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES users (uid),
  state text NOT NULL DEFAULT 'preparing' CHECK (state IN ('preparing', 'ready', 'failed')),
  -- Where the zip lies among the files; null until it is whole and once it is erased.
  file_key text,
  -- Bytes.
  size bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ready_at timestamptz,
  expires_at timestamptz,
  CHECK ((state = 'ready') = (ready_at IS NOT NULL)),
  CHECK ((state = 'ready') = (expires_at IS NOT NULL))
);
CREATE INDEX data_exports_of_person ON data_exports (person_id, created_at DESC);
CREATE UNIQUE INDEX data_exports_one_in_work ON data_exports (person_id) WHERE state = 'preparing';
CREATE INDEX data_exports_expire ON data_exports (expires_at) WHERE expires_at IS NOT NULL;

-- Down Migration
