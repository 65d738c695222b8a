-- Up Migration

-- The comments of suspended people leave lists and counts, as those of people whom the team hides do.
WITH hidden AS (
  UPDATE comments SET hidden_at = now() FROM users
  WHERE users.uid = comments.author_id AND users.suspended_at IS NOT NULL AND comments.hidden_at IS NULL
  RETURNING comments.post_uid
), counted AS (
  SELECT post_uid, count(*)::integer AS count FROM hidden GROUP BY post_uid
)
UPDATE posts SET comment_count = comment_count - counted.count FROM counted WHERE posts.uid = counted.post_uid;

-- Down Migration
