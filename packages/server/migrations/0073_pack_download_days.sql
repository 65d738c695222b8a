-- Up Migration

-- What was sent to the buyer of a pack, one row for each order, file, use and day (in Brasília time). The zip of all
-- files has no archive.
CREATE TABLE pack_download_days (
  payment_id uuid NOT NULL REFERENCES payments (id),
  archive_id uuid,
  kind text NOT NULL CHECK (kind IN ('view', 'preview', 'file', 'zip')),
  day date NOT NULL,
  requests integer NOT NULL CHECK (requests > 0),
  -- Requests that were sent on to the storage, whose bytes are not counted here.
  redirects integer NOT NULL CHECK (redirects BETWEEN 0 AND requests),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  CHECK ((kind = 'zip') = (archive_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (payment_id, archive_id, kind, day)
);
CREATE INDEX pack_download_days_by_age ON pack_download_days (day);

-- Down Migration
