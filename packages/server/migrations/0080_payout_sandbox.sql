-- Up Migration

-- The memory of the payout provider that demo mode brings along. Amounts are centavos.
CREATE TABLE sandbox.payouts (
  id text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  external_reference text NOT NULL UNIQUE,
  -- The request as it came, which a repeated key must repeat.
  request text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL,
  status_detail text NOT NULL,
  -- State to come, and from when; null when there is none.
  next_status text,
  next_detail text,
  next_at timestamptz,
  notification_url text,
  created_at timestamptz NOT NULL
);
CREATE INDEX payouts_to_change ON sandbox.payouts (next_at) WHERE next_at IS NOT NULL;

-- Down Migration
