-- Up Migration

-- Events of visitors who agreed, counted by day; nothing says who (`product §10`).
CREATE TABLE analytics_counts (
  day date NOT NULL,
  event text NOT NULL,
  -- A screen, a category or a kind of resource; empty for none.
  detail text NOT NULL DEFAULT '',
  count bigint NOT NULL,
  -- Centavos of checkouts and purchases, ms of what was slow, summed up.
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, event, detail)
);

-- Errors of the pages, those alike as one, without anything of a person.
CREATE TABLE client_errors (
  -- SHA-256 of message, screen and stack as they are kept.
  fingerprint bytea PRIMARY KEY,
  message text NOT NULL,
  screen text NOT NULL,
  stack text NOT NULL,
  count bigint NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX client_errors_latest ON client_errors (last_at);

-- Down Migration
