-- Up Migration

-- While this stands nobody gets the picture: the team hid what shows it. Its files are kept.
ALTER TABLE pictures ADD COLUMN hidden_at timestamptz;

-- Down Migration
