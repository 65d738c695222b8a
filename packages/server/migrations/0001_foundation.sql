-- Up Migration

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- unaccent() is only STABLE because its dictionary may change; ours does not, and an index needs IMMUTABLE.
CREATE FUNCTION plain(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

CREATE TEXT SEARCH CONFIGURATION guilda (COPY = pg_catalog.portuguese);
ALTER TEXT SEARCH CONFIGURATION guilda
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, portuguese_stem;

-- ---------------------------------------------------------------- people

CREATE TABLE users (
  uid uuid PRIMARY KEY,
  -- The account at the identity provider: never the e-mail, which may change hands.
  issuer text NOT NULL,
  subject text NOT NULL,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9_.]{6,16}$'),
  email text,
  display_name text,
  photo_url text,
  bio text CHECK (char_length(bio) <= 150),
  effect_phrase text NOT NULL DEFAULT '',
  discord_id text UNIQUE,
  privacy text NOT NULL DEFAULT 'public' CHECK (privacy IN ('public', 'private')),
  can_be_called boolean NOT NULL DEFAULT false,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  -- Kept by the transactions that change them.
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  completed_sales integer NOT NULL DEFAULT 0,
  top_contributor boolean NOT NULL DEFAULT false,
  supporter boolean NOT NULL DEFAULT false,
  age_verified_until timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject)
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_username_trgm ON users USING gin (plain(username) gin_trgm_ops);
CREATE INDEX users_display_name_trgm ON users USING gin (plain(display_name) gin_trgm_ops);

-- A signed-in device. The refresh token is kept as its SHA-256 only.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  uid uuid NOT NULL REFERENCES users (uid),
  refresh_hash bytea NOT NULL UNIQUE,
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_by_user ON sessions (uid, last_used_at DESC) WHERE revoked_at IS NULL;

-- ---------------------------------------------------------------- pictures

-- What a picture address may show is decided here; the files lie under pictures/<id>/.
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (uid),
  kind text NOT NULL CHECK (kind IN ('avatar', 'cover', 'post')),
  adult boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX pictures_by_owner ON pictures (owner_id);

-- ---------------------------------------------------------------- catalogue

CREATE TABLE services (
  id uuid PRIMARY KEY,
  seller_id uuid NOT NULL REFERENCES users (uid),
  title text NOT NULL,
  description text NOT NULL,
  -- Centavos.
  price integer NOT NULL CHECK (price BETWEEN 0 AND 5000000),
  type text NOT NULL CHECK (type IN ('call', 'media')),
  category text NOT NULL,
  photo_url text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  adult boolean NOT NULL DEFAULT false,
  hidden_at timestamptz,
  deleted_at timestamptz,
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  -- Mean of the reviews with a prior of 5 reviews of 3.5, so that one 5 does not beat forty 4.9.
  rank real NOT NULL DEFAULT 3.5,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('public.guilda', title), 'A') ||
    setweight(to_tsvector('public.guilda', description), 'B')
  ) STORED
);
CREATE INDEX services_recent ON services (created_at DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_category ON services (category, created_at DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_price ON services (price, id)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_rank ON services (rank DESC, id DESC)
  WHERE status = 'active' AND hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX services_by_seller ON services (seller_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX services_search ON services USING gin (search);
CREATE INDEX services_title_trgm ON services USING gin (plain(title) gin_trgm_ops);

-- ---------------------------------------------------------------- orders

-- A payment is a purchase; product_name, price and photo_url are what was agreed on.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  purchase_code text NOT NULL UNIQUE,
  buyer_id uuid NOT NULL REFERENCES users (uid),
  seller_id uuid NOT NULL REFERENCES users (uid),
  service_id uuid NOT NULL REFERENCES services (id),
  product_name text NOT NULL,
  type text NOT NULL CHECK (type IN ('call', 'media')),
  -- Centavos.
  price integer NOT NULL CHECK (price >= 0),
  photo_url text NOT NULL,
  service_status text NOT NULL CHECK (service_status IN (
    'awaiting_payment', 'awaiting_start', 'in_progress', 'complete', 'cancelled', 'refunded')),
  idempotency_key text NOT NULL,
  provider text,
  provider_checkout_id text,
  provider_payment_id text,
  checkout_url text,
  -- The provider's word on the money, in centavos; an amount that differs is never delivered.
  amount_paid integer,
  paid_at timestamptz,
  started_service_at timestamptz,
  ended_at timestamptz,
  ended_it uuid REFERENCES users (uid),
  reviewed boolean NOT NULL DEFAULT false,
  rating smallint CHECK (rating BETWEEN 1 AND 5),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (buyer_id <> seller_id),
  CHECK (reviewed = (rating IS NOT NULL)),
  UNIQUE (buyer_id, idempotency_key)
);
CREATE INDEX payments_by_buyer ON payments (buyer_id, created_at DESC, id DESC);
CREATE INDEX payments_by_seller ON payments (seller_id, created_at DESC, id DESC);
CREATE INDEX payments_by_service ON payments (service_id);
CREATE INDEX payments_unpaid ON payments (expires_at) WHERE service_status = 'awaiting_payment';
CREATE INDEX payments_unstarted ON payments (paid_at) WHERE service_status = 'awaiting_start';

-- Every change of state with actor and time: the order's timeline.
CREATE TABLE payment_steps (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  status text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('buyer', 'seller', 'admin', 'provider', 'system')),
  actor_id uuid REFERENCES users (uid),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (payment_id, status)
);

-- A webhook event is applied once, whatever the number of deliveries.
CREATE TABLE webhook_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, event_id)
);

-- ---------------------------------------------------------------- ledger

CREATE TABLE ledger_transactions (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payment', 'completion', 'refund', 'withdrawal')),
  payment_id uuid REFERENCES payments (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (kind, payment_id)
);

-- Signed centavos; what leaves one account enters another.
CREATE TABLE ledger_entries (
  id uuid PRIMARY KEY,
  transaction_id uuid NOT NULL REFERENCES ledger_transactions (id),
  account text NOT NULL CHECK (account IN ('buyer', 'held', 'seller', 'platform')),
  -- Whose account it is; the platform has one without an owner.
  owner_id uuid REFERENCES users (uid),
  amount bigint NOT NULL CHECK (amount <> 0),
  CHECK ((account = 'platform') = (owner_id IS NULL))
);
CREATE INDEX ledger_entries_by_transaction ON ledger_entries (transaction_id);
CREATE INDEX ledger_entries_by_owner ON ledger_entries (owner_id, account, id DESC);

CREATE FUNCTION ledger_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.transaction_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balances();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();

-- ---------------------------------------------------------------- reviews

CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL UNIQUE REFERENCES payments (id),
  service_id uuid NOT NULL REFERENCES services (id),
  seller_id uuid NOT NULL REFERENCES users (uid),
  author_id uuid NOT NULL REFERENCES users (uid),
  title text NOT NULL,
  description text NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  recommend boolean NOT NULL,
  hidden_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reviews_by_service ON reviews (service_id, created_at DESC, id DESC);
CREATE INDEX reviews_by_seller ON reviews (seller_id, created_at DESC, id DESC);

-- ---------------------------------------------------------------- cases

-- Reports, feedback and support requests, as they reach the team.
CREATE TABLE cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('report', 'feedback', 'support')),
  author_id uuid NOT NULL REFERENCES users (uid),
  reported_user_id uuid REFERENCES users (uid),
  payment_id uuid REFERENCES payments (id),
  title text,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX cases_open ON cases (kind, created_at) WHERE status = 'open';

-- Down Migration
