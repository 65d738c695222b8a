-- Up Migration

-- Width and height in pixels of a post's photo as it was uploaded, upright, so that pages keep its place until it is
-- loaded. Null without a photo, and in rows of older versions.
ALTER TABLE posts
  ADD COLUMN photo_width integer CHECK (photo_width > 0),
  ADD COLUMN photo_height integer CHECK (photo_height > 0);

-- Down Migration
