import type { PublicUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import {
  loadSimilarResults,
  noSimilarResults,
  type SimilarResults,
} from './load-similar-results.ts';

const SERVICES_SHOWN = '8';
const PEOPLE_SHOWN = '3';
const POSTS_SHOWN = '3';
const POPULAR_SERVICES_SHOWN = '4';
const PEOPLE_PAGE_SIZE = '24';

export interface PeoplePage {
  readonly users: PublicUser[];
  readonly nextCursor: string | null;
}

/** The first results of each kind, and whether there are more. */
export interface SearchResults {
  readonly services: readonly Service[];
  readonly moreServices: boolean;
  readonly people: readonly PublicUser[];
  readonly morePeople: boolean;
  readonly posts: readonly Post[];
  readonly morePosts: boolean;
  /** The corrected search text that the server suggests; undefined without a correction. */
  readonly suggestion?: string | undefined;
  /** Suggestions for a search without results. */
  readonly instead: SearchAlternatives;
}

/** Suggestions that replace the missing results. */
export interface SearchAlternatives {
  readonly similar: SimilarResults;
  /** The best rated services. */
  readonly bestRated: readonly Service[];
}

export const noAlternatives: SearchAlternatives = { similar: noSimilarResults, bestRated: [] };

const emptyResults: SearchResults = {
  services: [],
  moreServices: false,
  people: [],
  morePeople: false,
  posts: [],
  morePosts: false,
  instead: noAlternatives,
};

/** Loads suggestions for a search without results. */
export async function loadAlternatives(
  client: ApiClient,
  searchText: string,
): Promise<SearchAlternatives> {
  const query = { sort: 'rating', limit: POPULAR_SERVICES_SHOWN } as const;
  const [similar, bestRated] = await Promise.all([
    loadSimilarResults(client, searchText),
    client.catalog.listServices({ query }),
  ]);
  return { similar, bestRated: bestRated.services };
}

/** Loads the results of `/search`; sends no request without a text. */
export const loadSearch =
  (q: string) =>
  async (client: ApiClient): Promise<SearchResults> => {
    if (q === '') return emptyResults;
    const [services, people, posts] = await Promise.all([
      client.catalog.listServices({ query: { q, limit: SERVICES_SHOWN } }),
      client.users.searchUsers({ query: { q, limit: PEOPLE_SHOWN } }),
      client.social.listPosts({ query: { q, limit: POSTS_SHOWN } }),
    ]);
    const resultCount = services.services.length + people.users.length + posts.posts.length;
    return {
      services: services.services,
      moreServices: services.nextCursor !== null,
      people: people.users,
      morePeople: people.nextCursor !== null,
      posts: posts.posts,
      morePosts: posts.nextCursor !== null,
      suggestion: services.suggestion,
      instead: resultCount === 0 ? await loadAlternatives(client, q) : noAlternatives,
    };
  };

/** Loads a page of people; the first page when `cursor` is undefined. */
export const loadPeople =
  (q: string) =>
  (client: ApiClient, cursor?: string | undefined): Promise<PeoplePage> =>
    client.users.searchUsers({ query: { q, limit: PEOPLE_PAGE_SIZE, cursor } });
