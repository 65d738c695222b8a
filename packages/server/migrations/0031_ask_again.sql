-- Up Migration

-- When the provider is asked about an order again, of which a notification may have got lost; null once
-- nothing can change there any more.
ALTER TABLE payments ADD COLUMN ask_at timestamptz DEFAULT now() + interval '1 day';
CREATE INDEX payments_to_ask ON payments (ask_at) WHERE ask_at IS NOT NULL;

-- Down Migration
