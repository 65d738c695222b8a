-- Up Migration

-- SHA-256 of the stored file in hexadecimal; null in files of the versions before.
ALTER TABLE archives ADD COLUMN sha256 text;
ALTER TABLE archives ADD CONSTRAINT archives_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$') NOT VALID;

-- Down Migration
