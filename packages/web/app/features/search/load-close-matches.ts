import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Suggestions } from '@guilda/contract/search';

/** Words of a search text that are tried one by one, and letters that a word must have for it. */
const MAX_WORDS = 3;
const MIN_LETTERS = 3;
const MAX_CATEGORIES = 6;

/** What is close to a search text that found nothing. */
export interface CloseMatches {
  /** Parts of the text that find services or people. */
  readonly texts: readonly string[];
  readonly categories: Suggestions['categories'];
}

export const noCloseMatches: CloseMatches = { texts: [], categories: [] };

/** Looser texts: each word alone, or the beginning of a single word. */
function looserTexts(q: string): string[] {
  const words = [...new Set(q.split(/\s+/))].filter((word) => word.length >= MIN_LETTERS);
  const [only, second] = words;
  if (only !== undefined && second === undefined && only === q) {
    const start = only.slice(0, Math.max(MIN_LETTERS, Math.ceil(only.length / 2)));
    return start === only ? [] : [start];
  }
  return words.slice(0, MAX_WORDS);
}

/** Loads what is close to a text; nothing when the server refuses, because the page is complete without it. */
export async function loadCloseMatches(client: ApiClient, q: string): Promise<CloseMatches> {
  const texts = looserTexts(q);
  try {
    const found = await Promise.all(
      texts.map((text) => client.search.suggest({ query: { q: text } })),
    );
    const categories = new Map(
      found.flatMap((one) => one.categories).map((category) => [category.slug, category]),
    );
    return {
      texts: texts.filter(
        (_, n) => (found[n]?.services.length ?? 0) + (found[n]?.users.length ?? 0) > 0,
      ),
      categories: [...categories.values()].slice(0, MAX_CATEGORIES),
    };
  } catch (error) {
    if (error instanceof ApiError) return noCloseMatches;
    throw error;
  }
}
