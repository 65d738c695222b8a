-- Up Migration

ALTER TABLE payments
  -- Centavos that open and lost chargebacks of the order take back.
  ADD COLUMN charged_back integer NOT NULL DEFAULT 0,
  -- Status of the order's newest chargeback; null when there is none.
  ADD COLUMN chargeback_status text;
ALTER TABLE payments
  ADD CONSTRAINT payments_charged_back CHECK (charged_back >= 0) NOT VALID,
  ADD CONSTRAINT payments_chargeback_status CHECK (chargeback_status IN ('open', 'lost', 'won')) NOT VALID;

-- Down Migration
