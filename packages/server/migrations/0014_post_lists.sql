-- Up Migration

-- Every word of a post by its stem, and as '~word' as it stands, to be found by its beginning.
CREATE FUNCTION post_document(title text, description text, hashtags text[]) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT strip(to_tsvector('public.guilda', public.search_text(words)))
      || public.marked('~', public.search_words(words))
    FROM (SELECT title || ' ' || description || ' ' || array_to_string(hashtags, ' ') AS words) AS said
  $$;

ALTER TABLE posts ADD COLUMN search tsvector NOT NULL
  GENERATED ALWAYS AS (public.post_document(title, description, hashtags)) STORED;
CREATE INDEX posts_search ON posts USING gin (search) WITH (gin_pending_list_limit = 256);

-- The week's hashtags are counted from indexes alone.
DROP INDEX posts_feed;
CREATE INDEX posts_feed ON posts (created_at DESC, uid DESC) INCLUDE (author_id)
  WHERE hidden_at IS NULL AND NOT sensitive;
DROP INDEX post_hashtags_recent;
CREATE INDEX post_hashtags_recent ON post_hashtags (created_at DESC) INCLUDE (post_uid, tag, name);

-- Down Migration
