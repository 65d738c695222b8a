-- Up Migration

ALTER TABLE banned_pictures
  -- Name of the imported list that the hash comes from; null for a picture that the team banned.
  ADD COLUMN list text,
  -- Whether the imported list contains pictures of minors.
  ADD COLUMN minor boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX banned_pictures_of_list ON banned_pictures (list, look) WHERE list IS NOT NULL;

-- Down Migration
