-- Up Migration

-- A free order that was refunded unopened keeps no files of the seller's; their room is free once these are erased.
DELETE FROM order_archives o USING payments p
  WHERE p.id = o.payment_id AND amount_due(p) = 0 AND p.service_status = 'refunded'
    AND p.pack_opened_at IS NULL;

-- Down Migration
