-- Up Migration

-- Name of the seller, shown to the payer; null in checkouts of the versions before.
ALTER TABLE sandbox.payment_checkouts ADD COLUMN seller text;

-- Down Migration
