-- Up Migration

-- Of the many refunds that went back by themselves the team never knew: those it had to do with.
ALTER TABLE refunds ADD COLUMN by_team boolean NOT NULL DEFAULT false;
UPDATE refunds SET by_team = true WHERE id IN (
  SELECT subject_id FROM moderation_actions WHERE subject_kind = 'refund');
CREATE INDEX refunds_of_team ON refunds (updated_at DESC, id DESC)
  WHERE by_team AND status = 'succeeded';

CREATE INDEX withdrawals_decided ON withdrawals (decided_at DESC, id DESC)
  WHERE status IN ('settled', 'refused');

-- Down Migration
