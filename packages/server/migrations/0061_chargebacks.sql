-- Up Migration

-- Payments that the buyer's bank takes back: chargebacks of cards and contestations of Pix (MED), as the payment
-- provider reports them. Amounts are centavos.
CREATE TABLE chargebacks (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  -- The provider's id of the chargeback; with the order it identifies the chargeback in every later notice.
  provider_chargeback_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('card', 'pix')),
  amount integer NOT NULL CHECK (amount > 0),
  status text NOT NULL CHECK (status IN ('open', 'lost', 'won')),
  -- Until when the provider takes evidence; null when it names no time.
  evidence_by timestamptz,
  -- State of the order when the chargeback was applied.
  order_status text NOT NULL,
  -- What the ledger returned to the buyer, and what of it came back with the decision for the shop.
  reversed integer NOT NULL DEFAULT 0 CHECK (reversed BETWEEN 0 AND amount),
  restored integer NOT NULL DEFAULT 0 CHECK (restored IN (0, reversed)),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  UNIQUE (payment_id, provider_chargeback_id),
  CHECK (restored = 0 OR status = 'won'),
  CHECK ((status = 'open') = (decided_at IS NULL))
);
CREATE INDEX chargebacks_open ON chargebacks (created_at, id) WHERE status = 'open';
CREATE INDEX chargebacks_decided ON chargebacks (decided_at DESC, id DESC) WHERE status <> 'open';

-- Down Migration
