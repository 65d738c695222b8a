-- Up Migration

-- What was known about an order when a dispute or chargeback began, sealed (docs/product/evidence.md). The content has
-- no reference to rows that may be deleted.
CREATE TABLE evidence (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  cause text NOT NULL CHECK (cause IN ('dispute', 'chargeback')),
  -- Id of the dispute or chargeback.
  cause_id uuid NOT NULL,
  -- JSON in exactly the bytes that were hashed.
  content text NOT NULL,
  -- SHA-256 over the content in UTF-8.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- Hash of the last step of the order; null when the chain of the order has no step yet.
  step_hash bytea CHECK (length(step_hash) = 32),
  sealed_at timestamptz NOT NULL,
  -- When the dispute or chargeback was over.
  closed_at timestamptz,
  UNIQUE (cause, cause_id)
);
CREATE INDEX evidence_of_order ON evidence (payment_id, sealed_at);
CREATE INDEX evidence_closed ON evidence (closed_at) WHERE closed_at IS NOT NULL;

-- Down Migration
