-- Up Migration

-- Money that was paid out and came back, beside all other kinds of movements.
DO $$
DECLARE
  known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conrelid = 'ledger_transactions'::regclass AND conname = 'ledger_transactions_kind_check';
  ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
  EXECUTE format(
    'ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check CHECK (
      CASE WHEN kind = ''payout_returned'' THEN withdrawal_id IS NOT NULL AND payment_id IS NULL
        ELSE (%s) END) NOT VALID', known);
END $$;

-- Down Migration
