-- Up Migration

-- When the job of an export began for the first time; null while it waits for one, and in rows that were written before.
ALTER TABLE data_exports ADD COLUMN begun_at timestamptz;

-- Down Migration

ALTER TABLE data_exports DROP COLUMN begun_at;
