-- Up Migration

-- Voice calls (product §7). What is said never passes here: a call is two people and a room at Discord.
CREATE TABLE calls (
  id uuid PRIMARY KEY,
  caller_id uuid NOT NULL REFERENCES users (uid),
  callee_id uuid NOT NULL REFERENCES users (uid),
  state text NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'opening', 'accepted', 'ended')),
  outcome text
    CHECK (outcome IN ('cancelled', 'declined', 'missed', 'failed', 'left', 'emptied')),
  placed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  rings_until timestamptz NOT NULL,
  -- When the callee answered and its room was begun.
  opening_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  -- The room outlives the call until nobody is in it.
  channel_id text UNIQUE,
  invite_link text,
  response text CHECK (response IN ('moved', 'not_moved')),
  -- Whether anyone was ever seen in the room, and since when nobody is.
  room_used boolean NOT NULL DEFAULT false,
  room_empty_since timestamptz,
  room_closed_at timestamptz,
  CHECK (caller_id <> callee_id),
  CHECK ((state = 'ended') = (outcome IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
  CHECK (state <> 'accepted' OR (channel_id IS NOT NULL AND response IS NOT NULL))
);
CREATE INDEX calls_to_ring_out ON calls (rings_until) WHERE state IN ('pending', 'opening');
CREATE INDEX calls_with_room ON calls (id) WHERE channel_id IS NOT NULL AND room_closed_at IS NULL;
CREATE INDEX calls_ended ON calls (ended_at) WHERE state = 'ended';

-- Nobody is in two calls at a time: two rows for each call that is not over.
CREATE TABLE call_people (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE
);
CREATE INDEX call_people_of_call ON call_people (call_id);

CREATE FUNCTION free_call_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM call_people WHERE call_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER calls_over AFTER UPDATE OF state ON calls FOR EACH ROW
  WHEN (NEW.state = 'ended') EXECUTE FUNCTION free_call_people();

-- Consents at Discord that are under way. The state itself is known to the browser alone.
CREATE TABLE discord_link_states (
  state_hash bytea PRIMARY KEY,
  uid uuid NOT NULL REFERENCES users (uid),
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX discord_link_states_of_session ON discord_link_states (session_id);
CREATE INDEX discord_link_states_expire ON discord_link_states (expires_at);

-- What the sandbox of Discord knows in demo mode: accounts, codes, tokens, members, channels, voice,
-- failures to come.
CREATE TABLE discord_sandbox (
  kind text NOT NULL,
  id text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, id)
);

-- Down Migration
