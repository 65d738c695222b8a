-- Up Migration

-- Index for the statement of a seller, including entries of the account `clearing`. The older index stays, because
-- nodes of the previous version use it.
CREATE INDEX ledger_entries_statement
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'clearing', 'seller');

-- Down Migration
