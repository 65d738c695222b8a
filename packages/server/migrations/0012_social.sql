-- Up Migration

-- Who shut whom out. Between the two nothing is seen, said or bought, whoever blocked whom.
CREATE TABLE user_blocks (
  blocker_id uuid NOT NULL REFERENCES users (uid),
  blocked_id uuid NOT NULL REFERENCES users (uid),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX user_blocks_blocked ON user_blocks (blocked_id, blocker_id);

CREATE TABLE posts (
  uid uuid PRIMARY KEY,
  author_id uuid NOT NULL REFERENCES users (uid),
  title text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  -- As typed, without #; post_hashtags holds what they are looked up by.
  hashtags text[] NOT NULL DEFAULT '{}',
  photo_url text,
  service_id uuid REFERENCES services (id),
  sensitive boolean NOT NULL DEFAULT false,
  -- Kept by the statements that like and comment; never below zero.
  like_count integer NOT NULL DEFAULT 0 CHECK (like_count >= 0),
  comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
  hidden_at timestamptz,
  hidden_reason text,
  -- The client's name of the attempt that made it: trying again makes no second post.
  request_key text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (author_id, request_key),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CHECK (title <> '' OR description <> '' OR hashtags <> '{}' OR photo_url IS NOT NULL)
);
-- The feed, as everyone without an age check walks it, and as checked adults do.
CREATE INDEX posts_feed ON posts (created_at DESC, uid DESC) WHERE hidden_at IS NULL AND NOT sensitive;
CREATE INDEX posts_feed_all ON posts (created_at DESC, uid DESC);
CREATE INDEX posts_of_author ON posts (author_id, created_at DESC, uid DESC);
CREATE INDEX posts_of_service ON posts (service_id) WHERE service_id IS NOT NULL;

CREATE TABLE post_hashtags (
  tag text NOT NULL,
  name text NOT NULL,
  post_uid uuid NOT NULL REFERENCES posts (uid) ON DELETE CASCADE,
  -- The post's own, so that a hashtag's posts are walked in order.
  created_at timestamptz NOT NULL,
  PRIMARY KEY (post_uid, tag)
);
CREATE INDEX post_hashtags_feed ON post_hashtags (tag, created_at DESC, post_uid DESC);
CREATE INDEX post_hashtags_recent ON post_hashtags (created_at DESC);

CREATE TABLE post_likes (
  post_uid uuid NOT NULL REFERENCES posts (uid) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (uid),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_uid, user_id)
);
CREATE INDEX post_likes_of_user ON post_likes (user_id, post_uid);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_uid uuid NOT NULL REFERENCES posts (uid) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES users (uid),
  text text NOT NULL CHECK (text <> ''),
  hidden_at timestamptz,
  hidden_reason text,
  request_key text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (author_id, request_key),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
);
CREATE INDEX comments_of_post ON comments (post_uid, created_at DESC, id DESC);
CREATE INDEX comments_of_author ON comments (author_id, post_uid);

-- What the team did, for good: who, when, to what and why.
CREATE TABLE moderation_actions (
  id uuid PRIMARY KEY,
  actor_id uuid NOT NULL REFERENCES users (uid),
  action text NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('post', 'comment', 'service', 'user')),
  subject_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX moderation_actions_of_subject ON moderation_actions (subject_id, created_at);

-- What of the reported person a report is about.
ALTER TABLE cases ADD COLUMN reported_post_id uuid, ADD COLUMN reported_comment_id uuid;

-- Down Migration
