-- Up Migration

-- States of a withdrawal at a payout provider, beside all that there are: `sending`, and `unclear` when the provider's
-- answer was lost for so long that the team has to look. The Pix key stays while money may still be sent to it.
DO $$
DECLARE
  known text;
BEGIN
  SELECT pg_get_expr(conbin, conrelid) INTO STRICT known FROM pg_constraint
    WHERE conrelid = 'withdrawals'::regclass AND conname = 'withdrawals_status_check';
  ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_status_check;
  EXECUTE format(
    'ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_status_check
      CHECK (status IN (''sending'', ''unclear'') OR (%s)) NOT VALID', known);
END $$;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_payout_key_check
  CHECK (status NOT IN ('sending', 'unclear') OR pix_key IS NOT NULL) NOT VALID;

-- Down Migration
