import type { Queryable } from '../database/prepared.ts';
import { keepByText } from './keep-by-text.ts';
import { matchAll, matchAny, type TsQuery } from './tsquery.ts';
import { isOneTypoAway } from './typos.ts';

/** Maximum number of words of a query that are searched for; further words are ignored. */
const MAX_WORDS = 12;
/** Maximum number of corrections of one word. */
const MAX_CORRECTIONS_PER_WORD = 8;
/**
 * Minimum length of a word whose typos are corrected, in characters: a shorter word has too many similar words in the
 * dictionary.
 */
const MIN_CORRECTABLE_LENGTH = 3;
/** Maximum length of a word whose typos are corrected, in characters. */
const MAX_CORRECTABLE_LENGTH = 24;

/** A word of a query in lower case without accents. */
export interface QueryWord {
  readonly text: string;
  /** Lexemes of the word in the search index; empty for stop words such as `de`. */
  readonly stems: readonly string[];
  /**
   * Lexemes of the word's plural or singular where the stemmer keeps them apart, because it gets words without accents:
   * `sesso` (sessões) for `sessao`, and `sessa` (sessão) for `sessoes`.
   */
  readonly otherForms: readonly string[];
}

/**
 * SQL: the plurals of a word in -ão, or the singular of a word in -ões or -ães, all without accents; else null. “Mão” and
 * “mães” are different words.
 */
const otherForms = `CASE WHEN word IN ('mao', 'maes') THEN NULL
  WHEN word ~ '^[[:alpha:]]+ao$' THEN left(word, -2) || 'oes ' || left(word, -2) || 'aes'
  WHEN word ~ '^[[:alpha:]]+[oa]es$' THEN left(word, -3) || 'ao' END`;

/** A query that matches a word in singular and plural; `matchStem` makes the query of one lexeme. */
export const matchWord = (
  { stems, otherForms }: QueryWord,
  matchStem: (stem: string) => string,
): TsQuery => matchAny([matchAll(stems.map(matchStem)), ...otherForms.map(matchStem)]);

/** Splits a query into its words, in order. */
export const readWords = keepByText(async (pool, searchText): Promise<readonly QueryWord[]> => {
  const { rows } = await pool.query<QueryWord>({
    name: 'words of a query',
    text: `SELECT word AS text, tsvector_to_array(to_tsvector('public.guilda', word)) AS stems,
        tsvector_to_array(to_tsvector('public.guilda', coalesce(${otherForms}, ''))) AS "otherForms"
      FROM regexp_split_to_table(search_text($1), '\\s+') WITH ORDINALITY AS parts(word, place)
      WHERE cardinality(search_words(word)) > 0 ORDER BY place LIMIT ${MAX_WORDS}`,
    values: [searchText],
  });
  return rows;
});

const dictionaryTables = { title: 'title_words', name: 'name_words' } as const;

/** Compares two corrections by likelihood: those with the same first letter as `word` come first. */
const compareByLikelihood = (word: string) => (a: { text: string }, b: { text: string }) =>
  Number(b.text[0] === word[0]) - Number(a.text[0] === word[0]) || (a.text < b.text ? -1 : 1);

/** Whether typos in a word are corrected: it starts with a letter and is neither too short nor too long. */
export function isCorrectable({ text }: QueryWord): boolean {
  return (
    text.length >= MIN_CORRECTABLE_LENGTH &&
    text.length <= MAX_CORRECTABLE_LENGTH &&
    /^\p{L}/u.test(text)
  );
}

/** Finds the dictionary words that differ from each word by one typo, the likeliest first. */
export async function findCorrections(
  pool: Queryable,
  dictionary: keyof typeof dictionaryTables,
  words: readonly QueryWord[],
): Promise<ReadonlyMap<string, readonly QueryWord[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await pool.query<QueryWord & { asked: string }>({
    name: `near words of a ${dictionary}`,
    text: `SELECT asked, word AS text, tsvector_to_array(to_tsvector('public.guilda', word)) AS stems,
        '{}'::text[] AS "otherForms"
      FROM unnest($1::text[]) AS asked JOIN ${dictionaryTables[dictionary]} ON keys && typo_keys(asked)`,
    values: [words.map(({ text }) => text)],
  });
  const candidates = rows.filter(
    ({ asked, text, stems }) =>
      stems.length > 0 && /^[\p{L}\p{N}_.]+$/u.test(text) && isOneTypoAway(asked, text),
  );
  return new Map(
    words.map(({ text: word }) => [
      word,
      candidates
        .filter((row) => row.asked === word)
        .toSorted(compareByLikelihood(word))
        .slice(0, MAX_CORRECTIONS_PER_WORD),
    ]),
  );
}
