-- Up Migration

-- What somebody got for signing in again before a step that moves money: good once, for one session and one purpose.
-- Only the hash is kept, and the row goes when it is used.
CREATE TABLE confirmations (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('withdrawal', 'payout_profile', 'admin_money')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX confirmations_by_end ON confirmations (expires_at);

-- Down Migration
