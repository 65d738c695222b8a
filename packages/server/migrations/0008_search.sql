-- Up Migration

-- Text as search takes it: small letters without accents, ASCII punctuation as spaces.
CREATE FUNCTION search_text(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT translate(public.plain($1), E'!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32)) $$;

CREATE FUNCTION search_words(text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT tsvector_to_array(to_tsvector('pg_catalog.simple', public.search_text($1))) $$;

-- Marks keep what stands in different places of a row apart within one index, so that it alone
-- answers a query that excludes one place or asks for another.
CREATE FUNCTION marked(mark text, words text[]) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT array_to_tsvector(ARRAY(SELECT mark || word FROM unnest(words) AS word)) $$;

-- Every word of a service by its stem; those of the title also as '=stem' and '~word as it stands'.
CREATE FUNCTION service_document(title text, description text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT strip(to_tsvector('public.guilda', public.search_text(title || ' ' || description)))
      || public.marked('=', tsvector_to_array(to_tsvector('public.guilda', public.search_text(title))))
      || public.marked('~', public.search_words(title))
  $$;

-- A person: '@username', '>its later part' for each of three characters or more, '~word' for each
-- word of username and name.
CREATE FUNCTION person_document(username text, display_name text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT public.marked('@', ARRAY[public.plain(username)])
      || public.marked('>', ARRAY(
        SELECT substr(public.plain(username), n) FROM generate_series(2, char_length(username) - 2) AS n))
      || public.marked('~', public.search_words(username || ' ' || coalesce(display_name, '')))
  $$;

DROP INDEX services_search;
DROP INDEX services_title_trgm;
DROP INDEX users_username_trgm;
DROP INDEX users_display_name_trgm;
ALTER TABLE services DROP COLUMN search;
ALTER TABLE services ADD COLUMN search tsvector NOT NULL
  GENERATED ALWAYS AS (public.service_document(title, description)) STORED;
ALTER TABLE users ADD COLUMN search tsvector NOT NULL
  GENERATED ALWAYS AS (public.person_document(username, display_name)) STORED;
-- What waits to be sorted into an index is read whole by every search: keep it short.
CREATE INDEX services_search ON services USING gin (search) WITH (gin_pending_list_limit = 256);
CREATE INDEX users_search ON users USING gin (search) WITH (gin_pending_list_limit = 256);
CREATE INDEX users_by_sales ON users (completed_sales DESC, uid DESC)
  WHERE deleted_at IS NULL AND suspended_at IS NULL;
CREATE INDEX users_recent ON users (created_at DESC, uid DESC)
  WHERE deleted_at IS NULL AND suspended_at IS NULL;

-- ---------------------------------------------------------------- words to correct by

-- A word, and it less each of its letters: words one typo apart share one of these.
CREATE FUNCTION typo_keys(word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT array_agg(DISTINCT overlay(word placing '' from n for 1)) || word
    FROM generate_series(1, char_length(word)) AS n
  $$;

CREATE TABLE title_words (
  word text PRIMARY KEY,
  keys text[] NOT NULL GENERATED ALWAYS AS (public.typo_keys(word)) STORED
);
CREATE INDEX title_words_by_key ON title_words USING gin (keys) WITH (gin_pending_list_limit = 256);
CREATE TABLE name_words (
  word text PRIMARY KEY,
  keys text[] NOT NULL GENERATED ALWAYS AS (public.typo_keys(word)) STORED
);
CREATE INDEX name_words_by_key ON name_words USING gin (keys) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION title_words_of(title text, adult boolean, deleted_at timestamptz) RETURNS SETOF text
  LANGUAGE sql STABLE
  AS $$
    SELECT word FROM unnest(public.search_words($1)) AS word
    WHERE $3 IS NULL AND NOT $2 AND char_length(word) BETWEEN 3 AND 24
  $$;

CREATE FUNCTION name_words_of(username text, display_name text, deleted_at timestamptz)
  RETURNS SETOF text
  LANGUAGE sql STABLE
  AS $$
    SELECT word FROM unnest(public.plain($1)
      || public.search_words($1 || ' ' || coalesce($2, ''))) AS word
    WHERE $3 IS NULL AND char_length(word) BETWEEN 3 AND 24
  $$;

-- The words of all rows of a statement at once: they are added in one order, so that no two
-- transactions wait for each other in a circle, and the words of whoever leaves go with them, each
-- looked for once however many rows had it.
CREATE FUNCTION keep_title_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM before JOIN after USING (id)
      WHERE (before.title, before.adult, before.deleted_at)
        IS DISTINCT FROM (after.title, after.adult, after.deleted_at);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO title_words (word)
    SELECT DISTINCT word FROM after, title_words_of(title, adult, deleted_at) AS word ORDER BY word
    ON CONFLICT DO NOTHING;
  IF TG_OP = 'UPDATE' THEN
    gone := ARRAY(SELECT word FROM before, title_words_of(title, adult, deleted_at) AS word
      EXCEPT SELECT word FROM after, title_words_of(title, adult, deleted_at) AS word);
    DELETE FROM title_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM services WHERE search @@ quote_literal('~' || word)::tsquery
        AND deleted_at IS NULL AND NOT adult);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER services_title_words_insert AFTER INSERT ON services
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_title_words();
CREATE TRIGGER services_title_words_update AFTER UPDATE ON services
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_title_words();

CREATE FUNCTION keep_name_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM before JOIN after USING (uid)
      WHERE (before.username, before.display_name, before.deleted_at)
        IS DISTINCT FROM (after.username, after.display_name, after.deleted_at);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO name_words (word)
    SELECT DISTINCT word FROM after, name_words_of(username, display_name, deleted_at) AS word
    ORDER BY word ON CONFLICT DO NOTHING;
  IF TG_OP = 'UPDATE' THEN
    gone := ARRAY(SELECT word FROM before, name_words_of(username, display_name, deleted_at) AS word
      EXCEPT SELECT word FROM after, name_words_of(username, display_name, deleted_at) AS word);
    DELETE FROM name_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM users WHERE deleted_at IS NULL AND search @@
        (quote_literal('~' || word) || ' | ' || quote_literal('@' || word))::tsquery);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_name_words_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_name_words();
CREATE TRIGGER users_name_words_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_name_words();

INSERT INTO title_words (word)
  SELECT DISTINCT word FROM services, title_words_of(title, adult, deleted_at) AS word
  ON CONFLICT DO NOTHING;
INSERT INTO name_words (word)
  SELECT DISTINCT word FROM users, name_words_of(username, display_name, deleted_at) AS word
  ON CONFLICT DO NOTHING;

-- Down Migration
