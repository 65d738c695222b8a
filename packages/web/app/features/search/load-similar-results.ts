import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Suggestions } from '@guilda/contract/services/search';

/** Maximum number of words of a search text that are searched for one by one. */
const MAX_WORDS = 3;
/** Minimum length of a word that is searched for alone. */
const MIN_LETTERS = 3;
const MAX_CATEGORIES = 6;

/** Results that are similar to a search text without results. */
export interface SimilarResults {
  /** Parts of the search text for which there are services or people. */
  readonly texts: readonly string[];
  readonly categories: Suggestions['categories'];
}

export const noSimilarResults: SimilarResults = { texts: [], categories: [] };

/** Shorter texts to search for: each word alone, or the beginning of a single word. */
function shorterTexts(searchText: string): string[] {
  const words = [...new Set(searchText.split(/\s+/))].filter((word) => word.length >= MIN_LETTERS);
  const [firstWord, secondWord] = words;
  if (firstWord !== undefined && secondWord === undefined && firstWord === searchText) {
    const beginning = firstWord.slice(0, Math.max(MIN_LETTERS, Math.ceil(firstWord.length / 2)));
    return beginning === firstWord ? [] : [beginning];
  }
  return words.slice(0, MAX_WORDS);
}

/** Loads results similar to a text; empty when the server refuses, because the page works without them. */
export async function loadSimilarResults(
  client: ApiClient,
  searchText: string,
): Promise<SimilarResults> {
  const texts = shorterTexts(searchText);
  try {
    const resultsByText = await Promise.all(
      texts.map((text) => client.search.suggest({ query: { q: text } })),
    );
    const categories = new Map(
      resultsByText
        .flatMap((results) => results.categories)
        .map((category) => [category.slug, category]),
    );
    return {
      texts: texts.filter(
        (_, index) =>
          (resultsByText[index]?.services.length ?? 0) + (resultsByText[index]?.users.length ?? 0) >
          0,
      ),
      categories: [...categories.values()].slice(0, MAX_CATEGORIES),
    };
  } catch (error) {
    if (error instanceof ApiError) return noSimilarResults;
    throw error;
  }
}
