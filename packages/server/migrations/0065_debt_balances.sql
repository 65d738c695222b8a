-- Up Migration

ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_account_check;
ALTER TABLE ledger_balances ADD CONSTRAINT ledger_balances_account_check CHECK (
  account IN ('held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing')) NOT VALID;
-- A debt is a balance below zero, and the only one: nobody owes less than nothing.
ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_balance_check;
ALTER TABLE ledger_balances ADD CONSTRAINT ledger_balances_balance_check CHECK (
  CASE WHEN account = 'debt' THEN balance <= 0 ELSE balance >= 0 END) NOT VALID;

-- As before, with the account `debt`.
CREATE OR REPLACE FUNCTION ledger_keeps_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT owner_id, account, sum(amount) AS amount FROM added
    WHERE account IN ('held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing')
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

-- Down Migration
