-- Up Migration

-- Until when the seller's part of a completed order is clearing, before it can be withdrawn. Null once it is
-- available, and for orders that were completed before.
ALTER TABLE payments
  ADD COLUMN held_until timestamptz,
  -- When the buyer first got bytes of a file of the pack; from then on they cannot take the order back alone.
  ADD COLUMN pack_opened_at timestamptz;
CREATE INDEX payments_clearing ON payments (held_until) WHERE held_until IS NOT NULL;

-- Down Migration
