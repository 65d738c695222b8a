-- Up Migration

-- An administrator confirms who they are before a package for an authority is made.
ALTER TABLE confirmations
  DROP CONSTRAINT confirmations_purpose_check,
  ADD CONSTRAINT confirmations_purpose_check
    CHECK (purpose IN ('withdrawal', 'payout_profile', 'admin_money', 'authority_package')) NOT VALID;

-- Down Migration
