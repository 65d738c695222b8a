-- Up Migration

-- The memory of the payment provider that demo mode brings along (empty in
-- production). It lives in a schema of its own: to the product it is somebody else's database,
-- reached only over HTTP. Amounts are centavos.
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE sandbox.payment_checkouts (
  id text PRIMARY KEY,
  order_id text NOT NULL UNIQUE,
  reference text NOT NULL,
  title text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  return_url text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'declined', 'closed', 'paid')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  payment_id text UNIQUE,
  method text CHECK (method IN ('pix', 'card')),
  end_to_end_id text UNIQUE,
  paid_at timestamptz,
  amount_refunded integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_checkouts_paid CHECK (
    (state = 'paid') = (payment_id IS NOT NULL AND method IS NOT NULL AND paid_at IS NOT NULL)
  ),
  CONSTRAINT payment_checkouts_refunds CHECK (
    amount_refunded >= 0 AND amount_refunded <= CASE WHEN state = 'paid' THEN amount ELSE 0 END
  )
);

CREATE INDEX payment_checkouts_expiry ON sandbox.payment_checkouts (expires_at)
  WHERE state IN ('open', 'declined');

CREATE TABLE sandbox.payment_refunds (
  id text PRIMARY KEY,
  checkout_id text NOT NULL REFERENCES sandbox.payment_checkouts (id),
  idempotency_key text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  UNIQUE (checkout_id, idempotency_key)
);

-- Events still to be told, and those told: an event is done once `delivered_at` is set, and given
-- up when `next_attempt_at` is null without it.
CREATE TABLE sandbox.payment_events (
  id text PRIMARY KEY,
  checkout_id text NOT NULL REFERENCES sandbox.payment_checkouts (id),
  type text NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  last_outcome text
);

CREATE INDEX payment_events_due ON sandbox.payment_events (next_attempt_at)
  WHERE delivered_at IS NULL AND next_attempt_at IS NOT NULL;
