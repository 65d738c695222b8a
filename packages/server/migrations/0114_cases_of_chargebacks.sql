-- Up Migration

-- The provider's own id of a chargeback that was stored under a provisional one, such as the id of the contested payment;
-- null while it is unknown, and where provider_chargeback_id is its own. The version before knows the chargeback by
-- provider_chargeback_id, so that stays as it is.
ALTER TABLE chargebacks ADD COLUMN provider_case_id text;

-- Down Migration

ALTER TABLE chargebacks DROP COLUMN provider_case_id;
