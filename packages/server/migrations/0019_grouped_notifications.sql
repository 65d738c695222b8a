-- Up Migration

-- Likes and comments on a post are told as one while they are unread. What is said of them is made
-- when it is read, from what still stands: nothing of it is kept in `content`.
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (type IN (
  'message', 'payment', 'friend_request', 'achievement', 'gift', 'call', 'like', 'comment'));
ALTER TABLE notifications
  -- The post that likes or comments gather on; without a reference, since nothing is told of one
  -- that is gone and deleting it should touch no more than it has to.
  ADD COLUMN post_uid uuid,
  -- Begins anew, with one more, when something happens after the last was read.
  ADD COLUMN round integer NOT NULL DEFAULT 1,
  ADD CHECK ((post_uid IS NOT NULL) = (type IN ('like', 'comment')));

-- The likes (by who likes) and comments (by their id) that a notification gathers.
CREATE TABLE notification_facts (
  notification_id uuid NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  round integer NOT NULL,
  fact_id uuid NOT NULL,
  by_uid uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (notification_id, round, fact_id)
);

-- Down Migration
