-- Up Migration

-- As before, but no word is lost when one transaction adds a row with it while another one removes the last other row.
-- A transaction that needs a word locks it FOR KEY SHARE until its end, as any number of them can at the same time; words are
-- locked one by one in one order. Removing a word locks it FOR UPDATE first and skips, without waiting, the words that other
-- transactions need now. The deletion is a statement of its own, so that it sees what was committed before the lock.
CREATE OR REPLACE FUNCTION keep_title_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  needed text;
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM before JOIN after USING (id)
      WHERE (before.title, before.adult, before.deleted_at)
        IS DISTINCT FROM (after.title, after.adult, after.deleted_at);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  FOREACH needed IN ARRAY ARRAY(
    SELECT DISTINCT word FROM after, title_words_of(title, adult, deleted_at) AS word ORDER BY word)
  LOOP
    LOOP
      PERFORM FROM title_words WHERE word = needed FOR KEY SHARE;
      EXIT WHEN FOUND;
      INSERT INTO title_words (word) VALUES (needed) ON CONFLICT DO NOTHING;
    END LOOP;
  END LOOP;
  IF TG_OP = 'UPDATE' THEN
    gone := ARRAY(SELECT word FROM before, title_words_of(title, adult, deleted_at) AS word
      EXCEPT SELECT word FROM after, title_words_of(title, adult, deleted_at) AS word);
    gone := ARRAY(SELECT word FROM title_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM services WHERE search @@ quote_literal('~' || word)::tsquery
        AND deleted_at IS NULL AND NOT adult)
      FOR UPDATE SKIP LOCKED);
    DELETE FROM title_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM services WHERE search @@ quote_literal('~' || word)::tsquery
        AND deleted_at IS NULL AND NOT adult);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_name_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  needed text;
  gone text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM before JOIN after USING (uid)
      WHERE (before.username, before.display_name, before.deleted_at)
        IS DISTINCT FROM (after.username, after.display_name, after.deleted_at);
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  FOREACH needed IN ARRAY ARRAY(
    SELECT DISTINCT word FROM after, name_words_of(username, display_name, deleted_at) AS word
    ORDER BY word)
  LOOP
    LOOP
      PERFORM FROM name_words WHERE word = needed FOR KEY SHARE;
      EXIT WHEN FOUND;
      INSERT INTO name_words (word) VALUES (needed) ON CONFLICT DO NOTHING;
    END LOOP;
  END LOOP;
  IF TG_OP = 'UPDATE' THEN
    gone := ARRAY(SELECT word FROM before, name_words_of(username, display_name, deleted_at) AS word
      EXCEPT SELECT word FROM after, name_words_of(username, display_name, deleted_at) AS word);
    gone := ARRAY(SELECT word FROM name_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM users WHERE deleted_at IS NULL AND search @@
        (quote_literal('~' || word) || ' | ' || quote_literal('@' || word))::tsquery)
      FOR UPDATE SKIP LOCKED);
    DELETE FROM name_words WHERE word = ANY (gone)
      AND NOT EXISTS (SELECT FROM users WHERE deleted_at IS NULL AND search @@
        (quote_literal('~' || word) || ' | ' || quote_literal('@' || word))::tsquery);
  END IF;
  RETURN NULL;
END $$;

-- Down Migration
