-- Up Migration

-- ID tokens that somebody has signed in with, by what their signature covers, until they end.
CREATE TABLE spent_id_tokens (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_id_tokens_by_end ON spent_id_tokens (expires_at);

-- How often the refresh token of a session was replaced, and when it was of late; refresh_hash is always
-- that of the newest one, first_hash that of the one the session began with, once it was replaced.
ALTER TABLE sessions
  ADD COLUMN rotation integer NOT NULL DEFAULT 0,
  ADD COLUMN rotated_at timestamptz[] NOT NULL DEFAULT '{}',
  ADD COLUMN first_hash bytea UNIQUE;

-- The team: asked for whenever somebody wants a name.
CREATE INDEX users_team ON users (uid) WHERE role = 'admin';

CREATE FUNCTION tell_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_role_changed', NEW.uid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_role_changed AFTER UPDATE OF role ON users FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role)
  EXECUTE FUNCTION tell_role_changed();

-- Down Migration
