-- Up Migration

-- Every person's messages, sent and received, are numbered without gaps in the order they were
-- stored. A device that says the last number it has seen gets exactly what it missed.
CREATE TABLE inboxes (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  last_n bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE TABLE conversations (
  id uuid PRIMARY KEY,
  low_id uuid NOT NULL REFERENCES users (uid),
  high_id uuid NOT NULL REFERENCES users (uid),
  last_seq integer NOT NULL DEFAULT 0,
  -- Null until something is said.
  last_sent_at timestamptz(3),
  -- The number of each one's own last message; 0 until they say something.
  low_said integer NOT NULL DEFAULT 0,
  high_said integer NOT NULL DEFAULT 0,
  -- By what lists sort: the last message, or when something else brought the two together. Null for
  -- one that is in no list yet, such as one that was only muted.
  active_at timestamptz,
  CHECK (low_id < high_id),
  UNIQUE (low_id, high_id)
) WITH (fillfactor = 70);
CREATE INDEX conversations_of_low ON conversations (low_id, active_at DESC, id DESC)
  WHERE active_at IS NOT NULL;
CREATE INDEX conversations_of_high ON conversations (high_id, active_at DESC, id DESC)
  WHERE active_at IS NOT NULL;

-- What a conversation is to one of the two; no row means nothing read and not muted.
CREATE TABLE conversation_members (
  conversation_id uuid NOT NULL REFERENCES conversations (id),
  uid uuid NOT NULL REFERENCES users (uid),
  -- Up to which message the person has read; unread counts and marks all come from here.
  read_seq integer NOT NULL DEFAULT 0,
  read_at timestamptz,
  muted_at timestamptz,
  PRIMARY KEY (conversation_id, uid)
);

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES conversations (id),
  seq integer NOT NULL,
  -- The two of the conversation, whose references stand there.
  sender_id uuid NOT NULL,
  receiver_id uuid NOT NULL,
  message text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  -- Its numbers in the two inboxes.
  sender_n bigint NOT NULL,
  receiver_n bigint NOT NULL,
  -- The client that sent it, which does not get it back; empty when unknown.
  origin text NOT NULL DEFAULT '',
  UNIQUE (conversation_id, sent_at),
  UNIQUE (sender_id, sender_n),
  UNIQUE (receiver_id, receiver_n)
);

-- Where a signed-in device left off, for clients that do not say so themselves.
CREATE TABLE session_positions (
  session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  n bigint NOT NULL
);

-- What nodes are told of once it is committed, whoever changed it: see platform/database/listener.ts.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_session_ended', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION tell_session_ended();

CREATE FUNCTION tell_person_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_person_ended', NEW.uid::text);
  RETURN NULL;
END $$;
CREATE TRIGGER users_ended AFTER UPDATE OF suspended_at, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL)
    OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION tell_person_ended();

CREATE FUNCTION tell_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guilda_notification', NEW.id::text || ' ' || NEW.receiver_id::text);
  RETURN NULL;
END $$;
-- Also when it is told anew: one that gathers several facts changes what it says.
CREATE TRIGGER notifications_made AFTER INSERT ON notifications FOR EACH ROW
  EXECUTE FUNCTION tell_notification();
CREATE TRIGGER notifications_renewed AFTER UPDATE OF created_at ON notifications FOR EACH ROW
  WHEN (NEW.read_at IS NULL) EXECUTE FUNCTION tell_notification();

CREATE TABLE notice_settings (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  -- As the contract's noticeSettings.topics: topic → {push, email}.
  topics jsonb NOT NULL,
  quiet_from time,
  quiet_to time,
  time_zone text NOT NULL
);

CREATE TABLE push_subscriptions (
  -- The browser's address; whoever signs in there last owns it.
  endpoint text PRIMARY KEY,
  uid uuid NOT NULL REFERENCES users (uid),
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscriptions_of ON push_subscriptions (uid, created_at);

-- Down Migration
