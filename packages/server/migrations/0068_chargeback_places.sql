-- Up Migration

-- In a file of its own, so that the table can be read meanwhile.
CREATE UNIQUE INDEX ledger_transactions_kind_chargeback_id ON ledger_transactions (kind, chargeback_id)
  WHERE chargeback_id IS NOT NULL;
CREATE INDEX ledger_transactions_chargeback_id ON ledger_transactions (chargeback_id)
  WHERE chargeback_id IS NOT NULL;

-- Down Migration
