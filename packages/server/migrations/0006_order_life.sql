-- Up Migration

-- Until when the seller may start, set with the payment; orders paid before have the usual week.
ALTER TABLE payments ADD COLUMN start_by timestamptz;
UPDATE payments SET start_by = paid_at + interval '168 hours' WHERE service_status = 'awaiting_start';
-- The provider's word on what went back for good, by whomever, in centavos.
ALTER TABLE payments ADD COLUMN amount_refunded integer NOT NULL DEFAULT 0
  CHECK (amount_refunded >= 0);
-- What of that the provider did by itself, as far as it can be told from refunds of ours.
ALTER TABLE payments ADD COLUMN amount_taken_back integer NOT NULL DEFAULT 0
  CHECK (amount_taken_back >= 0);

DROP INDEX payments_unstarted;
CREATE INDEX payments_unstarted ON payments (start_by) WHERE service_status = 'awaiting_start';
-- Orders whose recorded money may not be theirs to keep.
CREATE INDEX payments_stray_money ON payments (id)
  WHERE amount_paid > 0
    AND (service_status IN ('awaiting_payment', 'cancelled') OR amount_paid > price);
-- A seller's figures: what waits for them, and how soon they start.
CREATE INDEX payments_open_sales ON payments (seller_id, service_status)
  WHERE service_status IN ('awaiting_start', 'in_progress');
CREATE INDEX payments_started ON payments (seller_id, started_service_at) INCLUDE (paid_at)
  WHERE started_service_at IS NOT NULL;

-- Money on its way back. The id is the idempotency key at the provider, so that sending one again
-- moves nothing twice. Amounts are centavos.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  amount integer NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (reason IN (
    'seller', 'admin', 'not_started', 'late', 'wrong_amount', 'overpaid', 'account_closed')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  provider_refund_id text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refunds_by_payment ON refunds (payment_id);
CREATE INDEX refunds_pending ON refunds (updated_at) WHERE status = 'pending';

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  receiver_id uuid NOT NULL REFERENCES users (uid),
  -- Null when the product itself tells.
  sender_id uuid REFERENCES users (uid),
  type text NOT NULL CHECK (type IN (
    'message', 'payment', 'friend_request', 'achievement', 'gift', 'call')),
  content text NOT NULL,
  additional_info jsonb NOT NULL DEFAULT '{}',
  -- What it tells of: a fact makes one record for a receiver, however often it is told.
  dedupe_key text NOT NULL,
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (receiver_id, dedupe_key)
);
CREATE INDEX notifications_by_receiver ON notifications (receiver_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (receiver_id, created_at DESC, id DESC)
  WHERE read_at IS NULL;

-- Down Migration
