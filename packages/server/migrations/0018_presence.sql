-- Up Migration

-- Who may see that somebody is there hangs on blocks, on whether a profile is private and on whom a
-- private person has traded or chatted with. Nodes are told whose of it changed, once it is
-- committed and by whomever: uids, with a space between.
CREATE FUNCTION tell_block_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  block user_blocks := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('guilda_sight', block.blocker_id::text || ' ' || block.blocked_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER user_blocks_changed AFTER INSERT OR DELETE ON user_blocks FOR EACH ROW
  EXECUTE FUNCTION tell_block_changed();

CREATE FUNCTION tell_privacy_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_sight', NEW.uid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_privacy_changed AFTER UPDATE OF privacy ON users FOR EACH ROW
  WHEN (OLD.privacy <> NEW.privacy)
  EXECUTE FUNCTION tell_privacy_changed();

CREATE FUNCTION tell_traded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_sight', NEW.buyer_id::text || ' ' || NEW.seller_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_paid AFTER UPDATE OF paid_at ON payments FOR EACH ROW
  WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL)
  EXECUTE FUNCTION tell_traded();
CREATE TRIGGER payments_free AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL)
  EXECUTE FUNCTION tell_traded();

CREATE FUNCTION tell_chatted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_sight', NEW.low_id::text || ' ' || NEW.high_id::text);
  RETURN NULL;
END $$;
-- A profile opens by what its own person says, so the first word of each of the two counts.
CREATE TRIGGER conversations_begun AFTER INSERT ON conversations FOR EACH ROW
  WHEN (NEW.last_seq > 0)
  EXECUTE FUNCTION tell_chatted();
CREATE TRIGGER conversations_answered AFTER UPDATE OF low_said, high_said ON conversations FOR EACH ROW
  WHEN ((OLD.low_said = 0) <> (NEW.low_said = 0) OR (OLD.high_said = 0) <> (NEW.high_said = 0))
  EXECUTE FUNCTION tell_chatted();

-- Down Migration
