-- Up Migration

-- The seller's share of a completed order is clearing until this moment, so that the buyer can complain
-- before it leaves. Null once it is available, and for orders that were completed before.
ALTER TABLE payments ADD COLUMN held_until timestamptz;
CREATE INDEX payments_clearing ON payments (held_until) WHERE held_until IS NOT NULL;
CREATE INDEX payments_clearing_of_seller ON payments (seller_id) WHERE held_until IS NOT NULL;

ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (
  CASE
    WHEN kind IN ('payment', 'completion', 'release', 'refund')
      THEN payment_id IS NOT NULL AND withdrawal_id IS NULL
    WHEN kind IN ('withdrawal', 'payout', 'withdrawal_refused')
      THEN withdrawal_id IS NOT NULL AND payment_id IS NULL
    ELSE false
  END
);
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK (
  account IN ('buyer', 'held', 'clearing', 'seller', 'platform', 'withdrawing', 'paid_out'));
ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_account_check;
ALTER TABLE ledger_balances ADD CONSTRAINT ledger_balances_account_check CHECK (
  account IN ('held', 'clearing', 'seller', 'platform', 'withdrawing'));

-- As before, with the account `clearing`: it can never be below zero either.
CREATE OR REPLACE FUNCTION ledger_keeps_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT owner_id, account, sum(amount) AS amount FROM added
    WHERE account IN ('held', 'clearing', 'seller', 'platform', 'withdrawing')
    GROUP BY owner_id, account ORDER BY owner_id, account COLLATE "C"
  LOOP
    UPDATE ledger_balances SET balance = balance + change.amount
      WHERE owner_id = change.owner_id AND account = change.account;
    IF NOT FOUND THEN
      INSERT INTO ledger_balances AS b (owner_id, account, balance)
        VALUES (change.owner_id, change.account, change.amount)
        ON CONFLICT (owner_id, account) DO UPDATE SET balance = b.balance + EXCLUDED.balance;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- What a seller's history sums up, now with what is clearing.
CREATE INDEX ledger_entries_statement
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'clearing', 'seller');
DROP INDEX ledger_entries_history;

-- Down Migration
