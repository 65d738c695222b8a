-- Up Migration

-- A person's own access records, opened by an operator with the private key for the copy of their data, and encrypted
-- with the program's key of personal data (docs/adr/0060-personal-data-at-rest.md). Deleted after days.
CREATE TABLE access_record_copies (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  made_at timestamptz NOT NULL DEFAULT now(),
  sealed bytea NOT NULL
);
CREATE INDEX access_record_copies_made ON access_record_copies (made_at);

-- Down Migration
