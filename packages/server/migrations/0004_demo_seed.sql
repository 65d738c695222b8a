-- Up Migration

-- Whether the demo data of the first start is complete; one row at most, none where it was never begun.
CREATE TABLE sandbox.demo_seed (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  begun_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);

-- Down Migration
