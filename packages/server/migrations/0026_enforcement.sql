-- Up Migration

-- An order that the team closed to all but adults with its service, by mistake or not.
ALTER TABLE payments ADD COLUMN adult_by_team boolean NOT NULL DEFAULT false;

-- A comment that went with its hidden author has no reason of its own, and comes back with them.
ALTER TABLE comments DROP CONSTRAINT comments_check;
ALTER TABLE comments
  ADD CONSTRAINT comments_hidden CHECK (hidden_reason IS NULL OR hidden_at IS NOT NULL);

-- Nobody sees that somebody is there whom the team has hidden.
CREATE FUNCTION tell_hidden_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_sight', NEW.uid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_hidden_changed AFTER UPDATE OF hidden_at ON users FOR EACH ROW
  WHEN ((OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL))
  EXECUTE FUNCTION tell_hidden_changed();

-- Down Migration
