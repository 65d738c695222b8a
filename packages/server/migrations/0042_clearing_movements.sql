-- Up Migration

-- One table for each migration from here on: a withdrawal locks balances before movements, so that a migration that
-- locks both could deadlock with it. The new conditions allow more than the old ones, so no row needs to be read.
ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (
  CASE
    WHEN kind IN ('payment', 'completion', 'release', 'refund')
      THEN payment_id IS NOT NULL AND withdrawal_id IS NULL
    WHEN kind IN ('withdrawal', 'payout', 'withdrawal_refused')
      THEN withdrawal_id IS NOT NULL AND payment_id IS NULL
    ELSE false
  END
) NOT VALID;

-- Down Migration
