-- Up Migration

-- A file of a pack; its bytes lie under archives/<id>/.
CREATE TABLE archives (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (uid),
  -- Null while the file waits for a service.
  service_id uuid REFERENCES services (id),
  -- Its place in the pack.
  position integer NOT NULL DEFAULT 0,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('JPG', 'PNG', 'GIF', 'MP4')),
  type text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/gif', 'video/mp4')),
  size bigint NOT NULL CHECK (size > 0),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- Null until the file is whole in the storage.
  ready_at timestamptz,
  -- Set once it waits no longer and is no part of its service's pack; orders may still hold it.
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (service_id IS NULL OR ready_at IS NOT NULL)
);
CREATE INDEX archives_waiting ON archives (owner_id, created_at, id)
  WHERE service_id IS NULL AND removed_at IS NULL;
CREATE INDEX archives_by_service ON archives (service_id, position) WHERE removed_at IS NULL;
CREATE INDEX archives_removed ON archives (removed_at) WHERE removed_at IS NOT NULL;

-- What an order bought, whatever becomes of the service's pack.
CREATE TABLE order_archives (
  payment_id uuid NOT NULL REFERENCES payments (id),
  archive_id uuid NOT NULL REFERENCES archives (id),
  position integer NOT NULL,
  PRIMARY KEY (payment_id, archive_id)
);
CREATE INDEX order_archives_by_archive ON order_archives (archive_id);

-- What the buyer of an order opened and saved; the zip of all files has no archive.
CREATE TABLE pack_downloads (
  payment_id uuid NOT NULL REFERENCES payments (id),
  archive_id uuid,
  kind text NOT NULL CHECK (kind IN ('view', 'file', 'zip')),
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'zip') = (archive_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (payment_id, archive_id, kind),
  FOREIGN KEY (payment_id, archive_id) REFERENCES order_archives (payment_id, archive_id)
);

-- [{kind, count}] of the pack, kept by the transaction that changes it: lists show it without a join.
ALTER TABLE services ADD COLUMN archives jsonb NOT NULL DEFAULT '[]';

-- Down Migration
