-- Up Migration

ALTER TABLE sandbox.payment_checkouts
  -- What the buyer's bank says of the payment; null while it says nothing.
  ADD COLUMN chargeback_status text,
  -- Centavos that the bank takes back.
  ADD COLUMN chargeback_amount integer,
  ADD COLUMN chargeback_at timestamptz,
  -- Until when the shop may answer.
  ADD COLUMN evidence_by timestamptz;
ALTER TABLE sandbox.payment_checkouts
  ADD CONSTRAINT payment_checkouts_chargeback CHECK (
    num_nonnulls(chargeback_status, chargeback_amount, chargeback_at, evidence_by) IN (0, 4)
    AND (chargeback_status IS NULL OR (state = 'paid' AND chargeback_status IN ('open', 'lost', 'won')
      AND chargeback_amount BETWEEN 1 AND amount))) NOT VALID;

-- Down Migration
