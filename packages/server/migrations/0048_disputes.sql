-- Up Migration

-- Disputes between buyer and seller, at most one for each order; its states are in docs/product/orders.md. Amounts
-- are centavos.
CREATE TABLE disputes (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL UNIQUE REFERENCES payments (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'resolved')),
  reason text NOT NULL CHECK (reason IN ('not_delivered', 'not_as_described', 'other')),
  description text NOT NULL,
  opened_at timestamptz NOT NULL,
  answer_by timestamptz NOT NULL,
  decide_by timestamptz NOT NULL,
  -- What was left of the clearing when the dispute was opened; null when the order was in progress.
  clearing_left interval,
  answered_at timestamptz,
  accepted boolean,
  answer_message text,
  offer integer CHECK (offer > 0),
  outcome text CHECK (outcome IN ('refunded', 'partly_refunded', 'released', 'withdrawn')),
  refunded_amount integer NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0),
  -- Who ended it; the person's account is null for the provider and the system.
  resolved_by text CHECK (resolved_by IN ('buyer', 'seller', 'admin', 'provider', 'system')),
  resolver_id uuid,
  decided_at timestamptz,
  decision_reason text,
  -- When a member of the team first read it.
  viewed_at timestamptz,
  -- When both people were told that the decision is overdue.
  overdue_notified_at timestamptz,
  CHECK ((state = 'open') = (answered_at IS NULL) OR state = 'resolved'),
  CHECK ((state = 'resolved') = (outcome IS NOT NULL AND decided_at IS NOT NULL AND resolved_by IS NOT NULL))
);
CREATE INDEX disputes_unresolved ON disputes (opened_at, id) WHERE state <> 'resolved';
CREATE INDEX disputes_decided ON disputes (decided_at DESC, id DESC) WHERE state = 'resolved';

-- Down Migration
