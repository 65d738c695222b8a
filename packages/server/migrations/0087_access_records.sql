-- Up Migration

-- Access records (Marco Civil, art. 15; docs/adr/0068-access-records.md): who reached the product when, from which address
-- and port, as JSON lines, compressed by zstd, in the age format. Only holders of the private key, which no node has, can open them; so a row
-- names nobody.
CREATE TABLE access_record_batches (
  id uuid PRIMARY KEY,
  -- Times of the first and the last record of the batch.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL CHECK (last_at >= first_at),
  sealed bytea NOT NULL
);
CREATE INDEX access_record_batches_by_time ON access_record_batches (last_at, id);

-- Down Migration
