-- Up Migration

-- Bytes held for an upload under way, before it is a picture or a file of a pack.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (uid),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- Put off while the request lives; one whose node went away holds nothing afterwards.
  expires_at timestamptz NOT NULL
);
CREATE INDEX uploads_by_owner ON uploads (owner_id);

-- Bytes of all that is stored for it: the file with its preview, a picture in every width. Null for
-- rows of programs that did not count yet.
ALTER TABLE archives ADD COLUMN stored_bytes bigint CHECK (stored_bytes >= 0);
ALTER TABLE pictures ADD COLUMN stored_bytes bigint CHECK (stored_bytes >= 0);
CREATE INDEX archives_by_owner ON archives (owner_id);
CREATE INDEX pictures_uncounted ON pictures (created_at) WHERE stored_bytes IS NULL;

-- Down Migration
