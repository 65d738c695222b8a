-- Up Migration

ALTER TABLE refunds DROP CONSTRAINT refunds_reason_check;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason_check CHECK (reason IN (
  'buyer', 'seller', 'admin', 'not_started', 'late', 'wrong_amount', 'overpaid', 'account_closed',
  'dispute')) NOT VALID;

-- Down Migration
