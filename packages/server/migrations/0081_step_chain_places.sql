-- Up Migration

-- In a file of its own, so that the table can be read meanwhile.
-- Two steps can never continue the chain at the same place.
CREATE UNIQUE INDEX payment_steps_chain ON payment_steps (payment_id, seq) WHERE seq IS NOT NULL;

-- Down Migration
