-- Up Migration

-- The order's own copy: what it bought is for adults, or was so at any time since. It is never taken
-- back, so that no change of a service opens the picture or the pack of an order to anyone.
ALTER TABLE payments ADD COLUMN adult boolean NOT NULL DEFAULT false;
UPDATE payments SET adult = true FROM services
  WHERE services.id = payments.service_id AND services.adult;

-- Down Migration
