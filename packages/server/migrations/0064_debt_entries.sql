-- Up Migration

-- What a seller owes the platform after a chargeback of money that was spent: its entries are negative.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK (
  account IN ('buyer', 'held', 'clearing', 'seller', 'debt', 'platform', 'withdrawing', 'paid_out')) NOT VALID;

-- Down Migration
