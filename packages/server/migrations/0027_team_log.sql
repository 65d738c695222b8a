-- Up Migration

-- The log of the team stays once something is in it, as the ledger does.
CREATE FUNCTION moderation_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM moderation_actions) THEN
    RAISE EXCEPTION 'the log of the team is append-only';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER moderation_actions_no_truncate ON moderation_actions;
CREATE TRIGGER moderation_actions_stay BEFORE TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_stays();

-- Down Migration
