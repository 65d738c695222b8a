-- Up Migration

-- A category sorted by price or rating, and the services of one type: without these a filter that
-- few services pass reads the whole catalogue.
CREATE INDEX services_by_category_price ON services (category, price, id)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_category_rank ON services (category, rank DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_type ON services (type, created_at DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;

-- Down Migration
