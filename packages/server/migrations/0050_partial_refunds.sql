-- Up Migration

ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (
  CASE
    WHEN kind IN ('payment', 'completion', 'release', 'refund', 'partial_refund')
      THEN payment_id IS NOT NULL AND withdrawal_id IS NULL
    WHEN kind IN ('withdrawal', 'payout', 'withdrawal_refused')
      THEN withdrawal_id IS NOT NULL AND payment_id IS NULL
    ELSE false
  END
) NOT VALID;

-- Down Migration
