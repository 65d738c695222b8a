-- Up Migration

-- The steps of an order form a chain: each step from here on has its number within the order, the hash of the hashed
-- step before it, and its own hash over its fields and that hash (docs/product/evidence.md). All three are null in older
-- steps, and in those that a node of the version before writes.
ALTER TABLE payment_steps
  ADD COLUMN seq smallint,
  ADD COLUMN prev_hash bytea,
  ADD COLUMN hash bytea;
ALTER TABLE payment_steps ADD CONSTRAINT payment_steps_chain_check CHECK (
  CASE WHEN hash IS NULL THEN seq IS NULL AND prev_hash IS NULL
    ELSE seq > 0 AND length(hash) = 32 AND length(coalesce(prev_hash, hash)) = 32 END) NOT VALID;

-- Down Migration
