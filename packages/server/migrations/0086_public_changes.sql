-- Up Migration

-- What public pages show is told to every node once it has changed, so that none goes on sending a page
-- that it keeps: the ids of the thing and of what it belongs to, and the word "lists" where lists of
-- services, posts or people change, with spaces between. Counts and ratings are not told: kept pages
-- live for seconds only.
CREATE FUNCTION tell_public_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_public', NEW.id::text || ' ' || NEW.seller_id::text || ' lists');
  RETURN NULL;
END $$;
CREATE TRIGGER services_public_insert AFTER INSERT ON services FOR EACH ROW
  EXECUTE FUNCTION tell_public_service();
CREATE TRIGGER services_public_update AFTER UPDATE OF
    title, description, price, type, category, photo_url, status, adult, hidden_at, deleted_at
  ON services FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.price, OLD.type, OLD.category, OLD.photo_url, OLD.status,
      OLD.adult, OLD.hidden_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.price, NEW.type, NEW.category, NEW.photo_url,
      NEW.status, NEW.adult, NEW.hidden_at, NEW.deleted_at))
  EXECUTE FUNCTION tell_public_service();

CREATE FUNCTION tell_public_post() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  post posts := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('guilda_public', post.uid::text || ' ' || post.author_id::text || ' lists');
  RETURN NULL;
END $$;
CREATE TRIGGER posts_public_insert AFTER INSERT OR DELETE ON posts FOR EACH ROW
  EXECUTE FUNCTION tell_public_post();
CREATE TRIGGER posts_public_update AFTER UPDATE OF
    title, description, hashtags, photo_url, service_id, sensitive, hidden_at
  ON posts FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.hashtags, OLD.photo_url, OLD.service_id, OLD.sensitive,
      OLD.hidden_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.hashtags, NEW.photo_url, NEW.service_id,
      NEW.sensitive, NEW.hidden_at))
  EXECUTE FUNCTION tell_public_post();

CREATE FUNCTION tell_public_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  comment comments := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('guilda_public', comment.id::text || ' ' || comment.post_uid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER comments_public_insert AFTER INSERT OR DELETE ON comments FOR EACH ROW
  EXECUTE FUNCTION tell_public_comment();
CREATE TRIGGER comments_public_update AFTER UPDATE OF text, hidden_at ON comments FOR EACH ROW
  WHEN ((OLD.text, OLD.hidden_at) IS DISTINCT FROM (NEW.text, NEW.hidden_at))
  EXECUTE FUNCTION tell_public_comment();

CREATE FUNCTION tell_public_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_public',
    NEW.id::text || ' ' || NEW.service_id::text || ' ' || NEW.seller_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_public_insert AFTER INSERT ON reviews FOR EACH ROW
  EXECUTE FUNCTION tell_public_review();
CREATE TRIGGER reviews_public_update AFTER UPDATE OF title, description, rating, hidden_at, answer
  ON reviews FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.rating, OLD.hidden_at, OLD.answer)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.rating, NEW.hidden_at, NEW.answer))
  EXECUTE FUNCTION tell_public_review();

CREATE FUNCTION tell_public_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_public', NEW.uid::text || ' lists');
  RETURN NULL;
END $$;
CREATE TRIGGER users_public_insert AFTER INSERT ON users FOR EACH ROW
  EXECUTE FUNCTION tell_public_user();
CREATE TRIGGER users_public_update AFTER UPDATE OF
    username, display_name, photo_url, bio, effect_phrase, privacy, can_be_called, role, suspended_at,
    hidden_at, deleted_at
  ON users FOR EACH ROW
  WHEN ((OLD.username, OLD.display_name, OLD.photo_url, OLD.bio, OLD.effect_phrase, OLD.privacy,
      OLD.can_be_called, OLD.role, OLD.suspended_at, OLD.hidden_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.username, NEW.display_name, NEW.photo_url, NEW.bio, NEW.effect_phrase,
      NEW.privacy, NEW.can_be_called, NEW.role, NEW.suspended_at, NEW.hidden_at, NEW.deleted_at))
  EXECUTE FUNCTION tell_public_user();

CREATE FUNCTION tell_public_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_public', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER pictures_public_update AFTER UPDATE OF hidden_at ON pictures FOR EACH ROW
  WHEN (OLD.hidden_at IS DISTINCT FROM NEW.hidden_at)
  EXECUTE FUNCTION tell_public_picture();

-- Down Migration
