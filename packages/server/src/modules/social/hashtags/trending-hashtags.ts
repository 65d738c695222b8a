import type { TrendingHashtag } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { hasBlocks } from '../../users/index.ts';
import {
  type AuthorHashtagCount,
  type CountedHashtag,
  countHashtagsOfBlockedAuthors,
  countWeeklyHashtags,
} from './hashtag-queries.ts';

export interface TrendingHashtagsDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
}

/** Ms after which a result is refreshed while it is still served. */
const REFRESH_AFTER_MS = 60_000;
/** Ms after which a result is not served any more. */
const MAX_AGE_MS = 120_000;

/**
 * Caches one result for all callers. When it is older than {@link REFRESH_AFTER_MS}, one refresh runs while the old
 * result is served. When it is older than {@link MAX_AGE_MS}, callers wait for the refresh.
 */
export function createRefreshingCache<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  const runOnce = singleFlight<T>();
  let cacheEntry: { readonly value: T; readonly readAt: number } | undefined;
  const readAndCache = async () => {
    const readAt = clock.now().getTime();
    const value = await read();
    cacheEntry = { value, readAt };
    return value;
  };
  return async () => {
    const ageMs = cacheEntry ? Math.abs(clock.now().getTime() - cacheEntry.readAt) : MAX_AGE_MS;
    if (cacheEntry && ageMs < REFRESH_AFTER_MS) return cacheEntry.value;
    const refreshing = runOnce('', readAndCache);
    if (!cacheEntry || ageMs >= MAX_AGE_MS) return refreshing;
    // Errors are reported only to callers that wait for the refresh.
    refreshing.catch(() => undefined);
    return cacheEntry.value;
  };
}

/** A hashtag without the posts counted in `hiddenCounts`; null when no other author has used the hashtag. */
function subtractFromHashtag(
  hashtag: CountedHashtag,
  hiddenCounts: readonly AuthorHashtagCount[],
): CountedHashtag | null {
  const sumPosts = (counts: readonly AuthorHashtagCount[]) =>
    counts.reduce((total, { posts }) => total + posts, 0);
  const authors = hashtag.authors - new Set(hiddenCounts.map(({ author }) => author)).size;
  const remainingNames = hashtag.names
    .map(({ name, posts }) => ({
      name,
      posts: posts - sumPosts(hiddenCounts.filter((count) => count.name === name)),
    }))
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => b.posts - a.posts);
  return authors > 0
    ? { ...hashtag, authors, posts: hashtag.posts - sumPosts(hiddenCounts), names: remainingNames }
    : null;
}

const compareByUse = (a: CountedHashtag, b: CountedHashtag) =>
  b.authors - a.authors || b.posts - a.posts || (a.tag < b.tag ? -1 : 1);

/** The counted hashtags without the posts in `hiddenCounts`, sorted again. */
export function subtractCounts(
  countedHashtags: readonly CountedHashtag[],
  hiddenCounts: readonly AuthorHashtagCount[],
): readonly CountedHashtag[] {
  const hiddenCountsByTag = Map.groupBy(hiddenCounts, ({ tag }) => tag);
  return countedHashtags
    .map((hashtag) => subtractFromHashtag(hashtag, hiddenCountsByTag.get(hashtag.tag) ?? []))
    .filter((hashtag) => hashtag !== null)
    .toSorted(compareByUse);
}

const toTrending = ({ tag, posts, names }: CountedHashtag): TrendingHashtag => ({
  name: names[0]?.name ?? tag,
  tag,
  posts,
});

const shownPartOf = (countedHashtags: readonly CountedHashtag[]): TrendingHashtag[] =>
  countedHashtags.slice(0, limits.trendingHashtags).map(toTrending);

/**
 * Returns a function that lists the hashtags with the most authors in the last 7 days, from posts that visitors may
 * see. For a reader with blocks, hashtags in posts of people with a block between them and the reader do not count. The
 * hashtags are counted at most once a minute.
 */
export function listHashtags({ database, clock }: TrendingHashtagsDeps) {
  const readCounts = createRefreshingCache(clock, () => countWeeklyHashtags(database.pool, {}));
  return async (actor: Actor): Promise<TrendingHashtag[]> => {
    const countedHashtags = await readCounts();
    const [{ asOf } = { asOf: null }] = countedHashtags;
    if (asOf === null || !hasBlocks(actor)) return shownPartOf(countedHashtags);
    const tags = countedHashtags.map(({ tag }) => tag);
    const blockedUses = { reader: uidOf(actor), asOf, tags };
    const hiddenCounts = await countHashtagsOfBlockedAuthors(database.pool, blockedUses);
    return shownPartOf(subtractCounts(countedHashtags, hiddenCounts));
  };
}
