-- Up Migration

-- When the buyer first got bytes of a file of the pack; from then on they cannot take the order back alone.
ALTER TABLE payments ADD COLUMN pack_opened_at timestamptz;
UPDATE payments p SET pack_opened_at = d.first_at
  FROM (SELECT payment_id, min(first_at) AS first_at FROM pack_downloads GROUP BY payment_id) d
  WHERE d.payment_id = p.id;

ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
  'buyer', 'seller', 'admin', 'not_started', 'late', 'wrong_amount', 'overpaid', 'account_closed'));

-- Down Migration
