-- Up Migration

-- Each attempt of a refund is another refund at the provider. The version before kept the id of an attempt that had finally
-- failed, so that the next one would only read that attempt instead of being sent. The id of an attempt that the provider is
-- processing is found again by the idempotency key or the amount.
UPDATE refunds SET provider_refund_id = NULL
  WHERE status IN ('pending', 'failed') AND attempt > 0 AND provider_refund_id IS NOT NULL;

-- Down Migration
