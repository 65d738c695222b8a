-- Up Migration

-- The sum of the whole ledger as a job last read it: one row. Entries below `kept_below` are read once
-- a day, those from there on each minute.
CREATE TABLE ledger_sums (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  kept_below uuid NOT NULL,
  -- Centavos.
  kept_sum numeric NOT NULL,
  kept_at timestamptz NOT NULL,
  total numeric NOT NULL,
  summed_at timestamptz NOT NULL
);

-- Down Migration
