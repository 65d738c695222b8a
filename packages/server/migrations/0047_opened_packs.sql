-- Up Migration

-- Marks an order as opened when its first download is logged. A trigger, because nodes of the previous version log
-- downloads without marking the order.
CREATE FUNCTION mark_pack_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET pack_opened_at = NEW.first_at
    WHERE id = NEW.payment_id AND pack_opened_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER pack_downloads_mark_opened AFTER INSERT ON pack_downloads
  FOR EACH ROW EXECUTE FUNCTION mark_pack_opened();

UPDATE payments p SET pack_opened_at = d.first_at
  FROM (SELECT payment_id, min(first_at) AS first_at FROM pack_downloads GROUP BY payment_id) d
  WHERE d.payment_id = p.id AND p.pack_opened_at IS NULL;

-- Down Migration
