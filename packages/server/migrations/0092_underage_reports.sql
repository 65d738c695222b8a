-- Up Migration

-- A report that says that the reported account is of somebody under age.
ALTER TABLE cases ADD COLUMN underage boolean NOT NULL DEFAULT false;

-- Down Migration
