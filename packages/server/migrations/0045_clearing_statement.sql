-- Up Migration

-- What a seller's statement sums up, now with what is clearing. The version before still reads the older index.
CREATE INDEX ledger_entries_statement
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'clearing', 'seller');

-- Down Migration
