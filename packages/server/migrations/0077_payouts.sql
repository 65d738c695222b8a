-- Up Migration

-- Withdrawals that a payout provider sends: at most one payout for each. It holds no personal data; receiver and Pix key
-- are read from the withdrawal when it is sent.
CREATE TABLE payouts (
  withdrawal_id uuid PRIMARY KEY REFERENCES withdrawals (id),
  provider text NOT NULL,
  -- Sent with every call, so that the provider pays once however often it is asked.
  idempotency_key text NOT NULL UNIQUE,
  -- Null until an answer or a notification of the provider told it.
  provider_payout_id text,
  -- The last state that the provider told; null before.
  status text CHECK (status IN ('pending', 'paid', 'returned', 'failed')),
  -- Calls that were begun, counted before each call.
  attempts integer NOT NULL DEFAULT 0,
  -- When the first call was begun.
  sent_at timestamptz,
  -- Set once no further call may be begun.
  closed boolean NOT NULL DEFAULT false,
  -- When the provider is asked next; null when it is not asked any more.
  ask_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (provider, provider_payout_id)
);
CREATE INDEX payouts_to_ask ON payouts (ask_at) WHERE ask_at IS NOT NULL;

-- Down Migration
