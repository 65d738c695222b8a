-- Up Migration

-- In a file of its own, so that the table is only read meanwhile and nobody waits for it.
-- What a seller's statement sums up, now with debts. The version before still reads the older index.
CREATE INDEX ledger_entries_statement_with_debt
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'clearing', 'seller', 'debt');

-- Down Migration
