-- Up Migration

ALTER TABLE refunds
  -- Since when the provider is asked; the team begins anew.
  ADD COLUMN tried_from timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How often the provider has said for good that it does not: each time is over with its key.
  ADD COLUMN attempt smallint NOT NULL DEFAULT 0,
  -- Who of the team noted that the money went back by another way: the provider knows nothing of it.
  ADD COLUMN settled_by uuid REFERENCES users (uid),
  ADD CONSTRAINT refunds_settled CHECK (settled_by IS NULL OR status = 'succeeded');
UPDATE refunds SET tried_from = created_at;
CREATE INDEX refunds_failed ON refunds (created_at, id) WHERE status = 'failed';

-- Down Migration
