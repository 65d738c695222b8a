-- Up Migration

-- Since when a person has to prove their age before they publish, buy, are bought from or withdraw (docs/product/moderation.md);
-- null for most people. And when that ended, by a check or by the team: reports then begin it no more.
ALTER TABLE users ADD COLUMN age_required_at timestamptz, ADD COLUMN age_settled_at timestamptz;

-- Down Migration
