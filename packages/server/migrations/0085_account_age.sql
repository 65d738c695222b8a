-- Up Migration

-- Until when a check that a person is 16 or older is valid; `age_verified_until` is about 18.
ALTER TABLE users ADD COLUMN sixteen_verified_until timestamptz;

-- The age in years that a check asks for.
ALTER TABLE age_checks ADD COLUMN minimum_age smallint NOT NULL DEFAULT 18
  CHECK (minimum_age IN (16, 18));
ALTER TABLE sandbox.age_checks ADD COLUMN minimum_age smallint NOT NULL DEFAULT 18
  CHECK (minimum_age IN (16, 18));

-- Down Migration
