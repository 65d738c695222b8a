-- Up Migration

-- An order can be charged back more than once, so these movements belong to the chargeback instead of the order.
ALTER TABLE ledger_transactions ADD COLUMN chargeback_id uuid REFERENCES chargebacks (id);

ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (
  num_nonnulls(payment_id, withdrawal_id, chargeback_id) = 1 AND CASE
    WHEN kind IN ('payment', 'completion', 'release', 'refund', 'partial_refund') THEN payment_id IS NOT NULL
    WHEN kind IN ('withdrawal', 'payout', 'withdrawal_refused') THEN withdrawal_id IS NOT NULL
    WHEN kind IN ('chargeback', 'chargeback_won') THEN chargeback_id IS NOT NULL
    -- Money of an order or of a refused withdrawal pays the debt when it becomes available.
    WHEN kind = 'debt_payment' THEN chargeback_id IS NULL
    ELSE false
  END
) NOT VALID;

-- Down Migration
