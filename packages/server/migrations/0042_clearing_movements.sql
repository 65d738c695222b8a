-- Up Migration

-- This and the next migrations change one table each: a withdrawal locks balances before movements, so a migration
-- that locks both could deadlock with it. `NOT VALID`, because all existing rows satisfy the new, wider conditions.
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
