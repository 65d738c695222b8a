-- Up Migration

-- Until when a suspension holds; null with suspended_at: for good.
ALTER TABLE users
  ADD COLUMN suspended_until timestamptz,
  -- The team hid the profile and what it published; its owner goes on seeing both.
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_reason text;
CREATE INDEX users_suspension_ends ON users (suspended_until) WHERE suspended_until IS NOT NULL;

ALTER TABLE services
  ADD COLUMN hidden_reason text,
  -- The team closed it to all but checked adults, whatever its category.
  ADD COLUMN adult_by_team boolean NOT NULL DEFAULT false;
ALTER TABLE reviews ADD COLUMN hidden_reason text;

-- What people tell the team, each with a number by which it is called.
CREATE SEQUENCE case_numbers;
ALTER TABLE cases DROP CONSTRAINT cases_kind_check;
ALTER TABLE cases
  ADD CONSTRAINT cases_kind_check CHECK (kind IN ('report', 'appeal', 'support', 'feedback')),
  ADD COLUMN number bigint NOT NULL DEFAULT nextval('case_numbers'),
  -- 4 urgent, 3 high, 2 normal, 1 low.
  ADD COLUMN severity smallint NOT NULL DEFAULT 2 CHECK (severity BETWEEN 1 AND 4),
  ADD COLUMN minor boolean NOT NULL DEFAULT false,
  ADD COLUMN reported_service_id uuid,
  ADD COLUMN reported_review_id uuid,
  ADD COLUMN decision_id uuid,
  ADD COLUMN assigned_to uuid REFERENCES users (uid),
  ADD COLUMN outcome text CHECK (outcome IN (
    'upheld', 'dismissed', 'granted', 'denied', 'answered', 'useful', 'noted')),
  -- What its author reads of the outcome.
  ADD COLUMN answer text,
  ADD COLUMN decided_by uuid REFERENCES users (uid),
  ADD COLUMN decided_at timestamptz;
ALTER SEQUENCE case_numbers OWNED BY cases.number;
UPDATE cases SET outcome = CASE kind WHEN 'report' THEN 'dismissed' WHEN 'support' THEN 'answered'
  ELSE 'noted' END, decided_at = created_at WHERE status = 'closed';
ALTER TABLE cases
  ADD CONSTRAINT cases_decided CHECK ((status = 'closed') = (decided_at IS NOT NULL)),
  ADD CONSTRAINT cases_outcome CHECK ((status = 'closed') = (outcome IS NOT NULL)),
  ADD CONSTRAINT cases_appeal CHECK ((kind = 'appeal') = (decision_id IS NOT NULL));
DROP INDEX cases_open;
CREATE INDEX cases_queue ON cases (severity DESC, created_at, id) WHERE status = 'open';
CREATE INDEX cases_closed ON cases (decided_at DESC, id DESC) WHERE status = 'closed';
CREATE INDEX cases_of_author ON cases (author_id, created_at DESC, id DESC);
CREATE INDEX cases_about ON cases (reported_user_id, created_at DESC)
  WHERE reported_user_id IS NOT NULL;

-- What the team decided about somebody, as they read it; they may appeal once.
CREATE TABLE decisions (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES users (uid),
  case_id uuid REFERENCES cases (id),
  action text NOT NULL CHECK (action IN ('hide', 'blur', 'warn', 'suspend', 'refund')),
  subject_kind text NOT NULL CHECK (subject_kind IN (
    'user', 'service', 'post', 'comment', 'review', 'order')),
  subject_id uuid NOT NULL,
  -- How what it is about began, as its author wrote it.
  excerpt text NOT NULL DEFAULT '',
  reason text NOT NULL,
  -- Of a suspension that ends.
  until timestamptz,
  lifted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX decisions_of_person ON decisions (person_id, created_at DESC, id DESC);
CREATE INDEX decisions_standing ON decisions (subject_id, action) WHERE lifted_at IS NULL;
ALTER TABLE cases ADD CONSTRAINT cases_decision FOREIGN KEY (decision_id) REFERENCES decisions (id);
CREATE UNIQUE INDEX cases_one_appeal ON cases (decision_id) WHERE kind = 'appeal';

-- What the team did stays as it was written.
ALTER TABLE moderation_actions
  -- Null where the product did it by itself.
  ALTER COLUMN actor_id DROP NOT NULL,
  ADD COLUMN case_id uuid REFERENCES cases (id),
  DROP CONSTRAINT moderation_actions_subject_kind_check,
  ADD CONSTRAINT moderation_actions_subject_kind_check CHECK (subject_kind IN (
    'user', 'service', 'post', 'comment', 'review', 'order', 'case', 'withdrawal', 'refund'));
CREATE INDEX moderation_actions_latest ON moderation_actions (created_at DESC, id DESC);
CREATE INDEX moderation_actions_of_actor ON moderation_actions (actor_id, created_at DESC, id DESC);
CREATE INDEX moderation_actions_of_case ON moderation_actions (case_id) WHERE case_id IS NOT NULL;
CREATE FUNCTION moderation_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of the team is append-only';
END $$;
CREATE TRIGGER moderation_actions_append_only BEFORE UPDATE OR DELETE ON moderation_actions
  FOR EACH ROW EXECUTE FUNCTION moderation_log_is_append_only();
CREATE TRIGGER moderation_actions_no_truncate BEFORE TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_is_append_only();

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (type IN (
  'message', 'payment', 'friend_request', 'achievement', 'gift', 'call', 'like', 'comment',
  'moderation', 'export'));

-- How a picture looks, so that it is known again re-encoded: 64 bits of a perceptual hash.
ALTER TABLE pictures ADD COLUMN look bigint;
CREATE TABLE banned_pictures (
  -- The picture it was first seen as.
  picture_id uuid PRIMARY KEY,
  look bigint NOT NULL,
  banned_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Down Migration
