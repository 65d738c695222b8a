-- Up Migration

-- An order that ended unpaid keeps no files of the seller's; their room is free once these are erased.
DELETE FROM order_archives o USING payments p
  WHERE p.id = o.payment_id AND p.service_status = 'cancelled';

-- Down Migration
