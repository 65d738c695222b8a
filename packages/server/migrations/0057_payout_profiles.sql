-- Up Migration

-- Whom a seller's withdrawals are paid to. Name, CPF and date of birth are encrypted together.
CREATE TABLE payout_profiles (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  sealed bytea NOT NULL,
  verified_at timestamptz NOT NULL,
  -- A changed profile rests until then; the first one can be used at once.
  usable_from timestamptz NOT NULL
);

-- Down Migration
