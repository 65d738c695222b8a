import type { Queryable } from '../../../platform/database/prepared.ts';
import {
  type Corrections,
  findCorrections,
  isCorrectable,
  keepFittingCorrections,
  matchAll,
  matchAny,
  matchLexeme,
  matchPrefix,
  matchWord,
  noCorrections,
  type QueryWord,
  readWords,
  type TsQuery,
  toDisjointLayers,
} from '../../../platform/search/index.ts';
import { findMatchingQueries } from './service-queries.ts';

/** A search text, parsed into queries of the full-text index. */
export interface ServiceSearchText {
  /**
   * Queries, most relevant first: 1. every word is in the title; 2. the same, but the last word may be a prefix, and
   * each word may be replaced by a correction; 3. like 2, but in title or description.
   */
  readonly layers: readonly TsQuery[];
  /** The query that finds all matches, used when the list is not sorted by relevance. */
  readonly anyMatch: TsQuery;
  /** Corrections of words that occur in no title, by position of the word in the search text. */
  readonly corrections: Corrections;
  /** Each misspelt word as typed, with its corrections. */
  readonly misspelt: readonly { readonly typed: string; readonly suggestions: readonly string[] }[];
}

const stemInTitle = (stem: string) => matchLexeme(`=${stem}`);

/** The first word stem of each correction. */
export const firstStemsOf = (corrections: readonly QueryWord[] = []): string[] =>
  corrections.flatMap(({ stems }) => stems.slice(0, 1));

const exactMatch = (word: QueryWord): TsQuery => matchWord(word, stemInTitle);

/** Query for titles that contain a word beginning with this word. */
const prefixMatch = ({ text }: QueryWord): TsQuery => matchPrefix(`~${text}`);

function matchLayersFor(queryWords: readonly QueryWord[], corrections: Corrections): TsQuery[] {
  const significantWords = queryWords.filter(({ stems }) => stems.length > 0);
  const lastWord = queryWords.at(-1);
  if (significantWords.length === 0) {
    const typedWords = queryWords.map(({ text }) => matchLexeme(`~${text}`));
    return lastWord
      ? [matchAll(typedWords), matchAll([...typedWords.slice(0, -1), prefixMatch(lastWord)])]
      : [];
  }
  const looseMatch = (word: QueryWord, matchStem: (stem: string) => string) =>
    matchAny([
      matchWord(word, matchStem),
      word === lastWord ? prefixMatch(word) : null,
      ...(corrections.get(queryWords.indexOf(word)) ?? []).map(stemInTitle),
    ]);
  return [
    matchAll(significantWords.map(exactMatch)),
    matchAll(significantWords.map((word) => looseMatch(word, stemInTitle))),
    matchAll(significantWords.map((word) => looseMatch(word, matchLexeme))),
  ];
}

/**
 * Query for titles that contain every word of a text that is still being typed: the last word as a prefix, each word
 * also as one of its corrections. Null when the text contains no word.
 */
export const matchTypedText = (words: readonly QueryWord[], corrections: Corrections): TsQuery =>
  matchLayersFor(words, corrections)[1] ?? null;

/** Finds likely corrections for those words that no title visible to this reader contains. */
async function correctWords(
  pool: Queryable,
  reader: Parameters<typeof findMatchingQueries>[1],
  words: readonly QueryWord[],
) {
  const correctableWords = words.filter((word) => word.stems.length > 0 && isCorrectable(word));
  const matches = correctableWords.map((word) => exactMatch(word) ?? '');
  const matchFlags = await findMatchingQueries(pool, reader, matches);
  const unknownWords = correctableWords.filter((_, index) => !matchFlags[index]);
  return findCorrections(pool, 'title', unknownWords);
}

/** The query for the services whose title contains every word of a search text, as written. */
export async function readExactLayer(pool: Queryable, q: string): Promise<TsQuery> {
  return matchLayersFor(await readWords(pool, q), noCorrections)[0] ?? null;
}

/**
 * Parses a search text.
 * @param known corrections to use without a query; null to look them up. A page after the first gets the corrections
 *   from the cursor
 */
export async function parseServiceSearch(
  pool: Queryable,
  reader: Parameters<typeof findMatchingQueries>[1],
  q: string,
  known: Corrections | null,
): Promise<ServiceSearchText> {
  const words = await readWords(pool, q);
  const correctedWords = known
    ? new Map<string, readonly QueryWord[]>()
    : await correctWords(pool, reader, words);
  const stemsByPosition = words.map(({ text }): [number, string[]] => [
    words.findIndex((word) => word.text === text),
    firstStemsOf(correctedWords.get(text)),
  ]);
  const corrections =
    known ??
    keepFittingCorrections(new Map(stemsByPosition.filter(([, stems]) => stems.length > 0)));
  const matchLayers = matchLayersFor(words, corrections);
  const misspelt = [...correctedWords].map(([typed, suggestions]) => ({
    typed,
    suggestions: suggestions.map(({ text }) => text),
  }));
  return {
    layers: toDisjointLayers(matchLayers),
    anyMatch: matchLayers.at(-1) ?? null,
    corrections,
    misspelt,
  };
}
