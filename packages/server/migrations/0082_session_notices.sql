-- Up Migration

-- Nodes know sessions in memory (docs/adr/0023-listen-notify.md), so whatever that depends on is announced: an end that was
-- brought forward, and an age check. Ends of sessions and people, roles and blocks are announced already.
CREATE TRIGGER sessions_shortened AFTER UPDATE OF expires_at ON sessions FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at)
  EXECUTE FUNCTION tell_session_ended();
CREATE TRIGGER users_age_changed AFTER UPDATE OF age_verified_until ON users FOR EACH ROW
  WHEN (OLD.age_verified_until IS DISTINCT FROM NEW.age_verified_until)
  EXECUTE FUNCTION tell_privacy_changed();

-- Down Migration
