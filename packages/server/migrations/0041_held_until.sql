-- Up Migration

-- `held_until`: time at which the clearing of a completed order ends, after which the seller can withdraw the money.
-- Null when it is not clearing, and for orders that were completed before this migration.
ALTER TABLE payments
  ADD COLUMN held_until timestamptz,
  -- Time at which the buyer first opened a file of the pack; afterwards the buyer alone cannot undo the purchase.
  ADD COLUMN pack_opened_at timestamptz;
CREATE INDEX payments_clearing ON payments (held_until) WHERE held_until IS NOT NULL;

-- Down Migration
