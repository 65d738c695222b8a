-- Up Migration

-- What a seller owes the platform after a chargeback of money that was spent: its entries are negative.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK (
  account IN ('buyer', 'held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing', 'paid_out')) NOT VALID;

-- What a seller's statement sums up, now with debts. The version before still reads the older index.
CREATE INDEX ledger_entries_statement_with_debt
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'clearing', 'seller', 'debt');

-- Down Migration
