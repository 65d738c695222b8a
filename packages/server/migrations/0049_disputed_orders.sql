-- Up Migration

ALTER TABLE payments
  -- The unresolved dispute of the order; while it is set, only the dispute's end or the provider moves money.
  ADD COLUMN open_dispute_id uuid,
  -- Centavos that went back to the buyer while the order stays complete.
  ADD COLUMN refunded_part integer NOT NULL DEFAULT 0;
-- The seller's part does not clear during a dispute.
ALTER TABLE payments ADD CONSTRAINT payments_dispute_stops_clearing
  CHECK (open_dispute_id IS NULL OR held_until IS NULL) NOT VALID;
-- Only an order whose money can still move is disputed; the version before cannot end one meanwhile.
ALTER TABLE payments ADD CONSTRAINT payments_dispute_state
  CHECK (open_dispute_id IS NULL OR service_status IN ('in_progress', 'complete')) NOT VALID;

-- Down Migration
