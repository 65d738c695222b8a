-- Up Migration

-- By rating: services that have one by their rank, then the others, the newest first.
CREATE INDEX services_by_rating
  ON services ((CASE WHEN rating_count > 0 THEN rank ELSE 0 END) DESC, created_at DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_category_rating
  ON services (category, (CASE WHEN rating_count > 0 THEN rank ELSE 0 END) DESC, created_at DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;

-- Down Migration
