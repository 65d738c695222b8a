-- Up Migration

-- The team, or a report, asks a person for a proof of their age.
ALTER TABLE decisions
  DROP CONSTRAINT decisions_action_check,
  ADD CONSTRAINT decisions_action_check
    CHECK (action IN ('hide', 'blur', 'warn', 'suspend', 'refund', 'require_age')) NOT VALID;

-- Down Migration
