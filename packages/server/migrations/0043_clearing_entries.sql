-- Up Migration

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK (
  account IN ('buyer', 'held', 'clearing', 'seller', 'platform', 'withdrawing', 'paid_out')) NOT VALID;

-- Down Migration
