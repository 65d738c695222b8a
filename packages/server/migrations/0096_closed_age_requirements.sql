-- Up Migration

-- The requirement to prove the age of a closed account, which begins again when the same identity signs in anew: a hash
-- of that identity, made with a key of the program (docs/adr/0072-age-requirements-of-closed-accounts.md), so that a
-- copy of the database names nobody. Deleted after months.
CREATE TABLE closed_age_requirements (
  identity_hash bytea PRIMARY KEY,
  uid uuid NOT NULL UNIQUE REFERENCES users (uid),
  closed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX closed_age_requirements_closed ON closed_age_requirements (closed_at);

-- Down Migration
