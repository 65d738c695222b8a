-- Up Migration

-- States of a withdrawal at a payout provider, beside all that there are: `sending`, and `unclear` when the provider's
-- answer was lost for so long that the team has to look. The Pix key stays while money may still be sent to it.
ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_status_check;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_status_check
  CHECK (status IN ('requested', 'approved_once', 'sending', 'unclear', 'settled', 'refused')) NOT VALID;
ALTER TABLE withdrawals ADD CONSTRAINT withdrawals_payout_key_check
  CHECK (status NOT IN ('sending', 'unclear') OR pix_key IS NOT NULL) NOT VALID;

-- Down Migration
