-- Up Migration

ALTER TABLE withdrawals
  -- Whether the Pix key is the CPF of the payout profile; null for withdrawals from before payout profiles.
  ADD COLUMN pix_key_matches boolean,
  -- Name and CPF of the payout profile at the time of the request, encrypted.
  ADD COLUMN payee bytea,
  -- The first of the two administrators that a large withdrawal needs.
  ADD COLUMN first_approved_by uuid REFERENCES users (uid),
  ADD COLUMN first_approved_at timestamptz,
  DROP CONSTRAINT withdrawals_status_check,
  DROP CONSTRAINT withdrawals_check,
  DROP CONSTRAINT withdrawals_check1,
  DROP CONSTRAINT withdrawals_check2,
  ADD CONSTRAINT withdrawals_status_check
    CHECK (status IN ('requested', 'approved_once', 'settled', 'refused')) NOT VALID,
  ADD CONSTRAINT withdrawals_open_key_check
    CHECK (status NOT IN ('requested', 'approved_once') OR pix_key IS NOT NULL) NOT VALID,
  ADD CONSTRAINT withdrawals_decided_at_check
    CHECK ((status IN ('requested', 'approved_once')) = (decided_at IS NULL)) NOT VALID,
  ADD CONSTRAINT withdrawals_decided_by_check
    CHECK ((status IN ('requested', 'approved_once')) = (decided_by IS NULL)) NOT VALID,
  ADD CONSTRAINT withdrawals_first_approval_check CHECK (
    (first_approved_by IS NULL) = (first_approved_at IS NULL)
    AND (status <> 'approved_once' OR first_approved_by IS NOT NULL)
    AND first_approved_by IS DISTINCT FROM owner_id
    -- Two administrators are two people.
    AND (status <> 'settled' OR first_approved_by IS NULL OR first_approved_by <> decided_by)) NOT VALID;

-- Down Migration
