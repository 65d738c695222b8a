import type { Queryable } from '../database/prepared.ts';
import { isOneTypoAway } from './typos.ts';

/** Words of a query that count; whatever follows them is not looked for. */
const MOST_WORDS = 12;
/** Words that one may be corrected to. */
const MOST_NEAR = 8;
/** Shorter words are too alike to be corrected. */
const SHORTEST = 3;
const LONGEST = 24;

/** A word of a query: small letters without accents. */
export interface Word {
  readonly text: string;
  /** As the index holds it; none for one that says nothing, such as `de`. */
  readonly stems: readonly string[];
}

/** The words of a query in their order. */
export async function readWords(pool: Queryable, q: string): Promise<Word[]> {
  const { rows } = await pool.query<Word>({
    name: 'words of a query',
    text: `SELECT word AS text, tsvector_to_array(to_tsvector('public.guilda', word)) AS stems
      FROM regexp_split_to_table(search_text($1), '\\s+') WITH ORDINALITY AS parts(word, place)
      WHERE cardinality(search_words(word)) > 0 ORDER BY place LIMIT ${MOST_WORDS}`,
    values: [q],
  });
  return rows;
}

const dictionaries = { title: 'title_words', name: 'name_words' } as const;

/** Words by how likely they are what was meant: those of the same first letter come first. */
const likeliest = (asked: string) => (a: { text: string }, b: { text: string }) =>
  Number(b.text[0] === asked[0]) - Number(a.text[0] === asked[0]) || (a.text < b.text ? -1 : 1);

/** Whether a word may be taken for a mistake at all. */
export function isCorrectable({ text }: Word): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST && /^\p{L}/u.test(text);
}

/** For each word the ones of a dictionary that are a typo away from it, the likeliest first. */
export async function findNear(
  pool: Queryable,
  dictionary: keyof typeof dictionaries,
  words: readonly Word[],
): Promise<ReadonlyMap<string, readonly Word[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await pool.query<Word & { asked: string }>({
    name: `near words of a ${dictionary}`,
    text: `SELECT asked, word AS text, tsvector_to_array(to_tsvector('public.guilda', word)) AS stems
      FROM unnest($1::text[]) AS asked JOIN ${dictionaries[dictionary]} ON keys && typo_keys(asked)`,
    values: [words.map(({ text }) => text)],
  });
  const near = rows.filter(
    ({ asked, text, stems }) =>
      stems.length > 0 && /^[\p{L}\p{N}_.]+$/u.test(text) && isOneTypoAway(asked, text),
  );
  return new Map(
    words.map(({ text: asked }) => [
      asked,
      near
        .filter((one) => one.asked === asked)
        .toSorted(likeliest(asked))
        .slice(0, MOST_NEAR),
    ]),
  );
}
