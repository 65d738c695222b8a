-- Up Migration

-- A change of category or type ends a service's ratings and begins another epoch of them. An order keeps the
-- epoch, and the category, in which it was placed.
ALTER TABLE services ADD COLUMN rating_epoch integer NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN category text, ADD COLUMN rating_epoch integer;

-- Earlier orders count for what their service is now, unless it was certainly something else: of another
-- type, or for adults then and not any more.
UPDATE payments p
  SET category = CASE WHEN before.adult THEN 'nudez' ELSE s.category END,
    rating_epoch = CASE WHEN before.adult OR p.type <> s.type THEN -1 ELSE 0 END
  FROM services s
    JOIN (SELECT id, service_id, adult AND NOT adult_by_team AS closed FROM payments) o
      ON o.service_id = s.id
    CROSS JOIN LATERAL (SELECT o.closed AND NOT s.adult AS adult) before
  WHERE p.id = o.id;

-- In the database, so that nodes of the version before keep to it as well.
CREATE FUNCTION begin_rating_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rating_epoch := OLD.rating_epoch + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER services_begin_rating_epoch BEFORE UPDATE OF category, type ON services FOR EACH ROW
  WHEN ((OLD.category, OLD.type) IS DISTINCT FROM (NEW.category, NEW.type))
  EXECUTE FUNCTION begin_rating_epoch();

-- A purchase holds its service, which is therefore still what the other columns of the order say.
CREATE FUNCTION keep_bought_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.category, s.rating_epoch INTO NEW.category, NEW.rating_epoch
    FROM services s WHERE s.id = NEW.service_id;
  RETURN NEW;
END $$;
CREATE TRIGGER payments_keep_bought_category BEFORE INSERT ON payments FOR EACH ROW
  EXECUTE FUNCTION keep_bought_category();

-- The reviews that make averages: of one buyer the newest of a service, in its present epoch, of free orders
-- only while the service is free; nothing that is hidden, or that was for adults where the service is not.
CREATE VIEW counted_reviews AS
  SELECT DISTINCT ON (r.service_id, r.author_id) r.service_id, r.author_id, r.id, r.rating, r.recommend
  FROM reviews r
    JOIN payments p ON p.id = r.payment_id
    JOIN services s ON s.id = r.service_id
  WHERE r.hidden_at IS NULL AND p.rating_epoch = s.rating_epoch
    AND (p.price > 0 OR s.price = 0) AND (s.adult OR NOT p.adult)
  ORDER BY r.service_id, r.author_id, r.created_at DESC, r.id DESC;
CREATE INDEX reviews_by_author ON reviews (service_id, author_id, created_at DESC, id DESC);

-- Counts a service's ratings anew, and its seller's by the difference. At the end of the transaction: what a
-- node of the version before adds by itself is put right before anybody sees it.
CREATE FUNCTION recount_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rated uuid;
  stars integer;
  reviewers integer;
BEGIN
  IF TG_TABLE_NAME = 'reviews' THEN rated := NEW.service_id; ELSE rated := NEW.id; END IF;
  -- Of several at once, each counts what the one before has committed.
  PERFORM FROM services WHERE id = rated FOR NO KEY UPDATE;
  SELECT coalesce(sum(c.rating), 0), count(*) INTO stars, reviewers
    FROM counted_reviews c WHERE c.service_id = rated;
  UPDATE users u
    SET rating_sum = u.rating_sum + stars - s.rating_sum,
      rating_count = u.rating_count + reviewers - s.rating_count
    FROM services s
    WHERE s.id = rated AND u.uid = s.seller_id AND (s.rating_sum, s.rating_count) <> (stars, reviewers);
  -- The rank is the mean with five reviews of 3.5 to begin with, so that one 5 does not beat forty 4.9.
  UPDATE services
    SET rating_sum = stars, rating_count = reviewers, rank = (stars + 17.5) / (reviewers + 5)
    WHERE id = rated AND (rating_sum, rating_count) <> (stars, reviewers);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER reviews_recount_rating AFTER INSERT OR UPDATE OF hidden_at ON reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION recount_rating();
CREATE CONSTRAINT TRIGGER services_recount_rating AFTER UPDATE OF price, category, type ON services
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.category, OLD.type, OLD.price = 0) IS DISTINCT FROM (NEW.category, NEW.type, NEW.price = 0))
  EXECUTE FUNCTION recount_rating();

WITH counted AS (
  SELECT s.id, coalesce(sum(c.rating), 0)::integer AS stars, count(c.id)::integer AS reviewers
  FROM services s LEFT JOIN counted_reviews c ON c.service_id = s.id
  GROUP BY s.id
)
UPDATE services s
  SET rating_sum = stars, rating_count = reviewers, rank = (stars + 17.5) / (reviewers + 5)
  FROM counted
  WHERE counted.id = s.id AND (s.rating_sum, s.rating_count) <> (stars, reviewers);

WITH counted AS (
  SELECT u.uid, coalesce(sum(s.rating_sum), 0)::integer AS stars,
    coalesce(sum(s.rating_count), 0)::integer AS reviewers
  FROM users u LEFT JOIN services s ON s.seller_id = u.uid
  GROUP BY u.uid
)
UPDATE users u SET rating_sum = stars, rating_count = reviewers
  FROM counted
  WHERE counted.uid = u.uid AND (u.rating_sum, u.rating_count) <> (stars, reviewers);

-- Down Migration
