-- Up Migration

-- Where a person's age check stands: one row for each person, the newest check alone. Of its outcome
-- only this is kept: of age, by which method, until when; never a document nor a date of birth.
CREATE TABLE age_checks (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  -- What the provider knows the person by, new for each check.
  id uuid NOT NULL UNIQUE,
  provider text NOT NULL,
  provider_check_id text,
  -- The provider's page, and the place on our own to come back to.
  url text,
  return_path text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'declined')),
  method text,
  verified_until timestamptz,
  closes_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  UNIQUE (provider, provider_check_id),
  CHECK ((state = 'approved') = (verified_until IS NOT NULL)),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX age_checks_refused ON age_checks (decided_at) WHERE state = 'declined';

-- Nothing of the category for adults can slip past the flag that every filter asks.
UPDATE services SET adult = true WHERE category = 'nudez' AND NOT adult;
ALTER TABLE services ADD CONSTRAINT services_nudez_is_adult CHECK (adult OR category <> 'nudez');

-- The memory of the age provider that demo mode brings along (empty in production).
CREATE TABLE sandbox.age_checks (
  id text PRIMARY KEY,
  reference text NOT NULL UNIQUE,
  return_url text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'declined', 'approved')),
  closes_at timestamptz NOT NULL,
  verified_until timestamptz,
  event_id text UNIQUE,
  CHECK ((state = 'approved') = (verified_until IS NOT NULL)),
  CHECK ((state = 'open') = (event_id IS NULL))
);

-- Down Migration
