import { limits } from '@guilda/contract/limits';
import type { TrendingHashtag } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { hasBlocks } from '../../users/index.ts';
import {
  type CountedHashtag,
  countWeeklyHashtags,
  type HashtagUse,
  readUsesByBlockedAuthors,
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
  let cached: { readonly value: T; readonly at: number } | undefined;
  const refresh = async () => {
    const at = clock.now().getTime();
    const value = await read();
    cached = { value, at };
    return value;
  };
  return async () => {
    const age = cached ? Math.abs(clock.now().getTime() - cached.at) : MAX_AGE_MS;
    if (cached && age < REFRESH_AFTER_MS) return cached.value;
    const next = runOnce('', refresh);
    if (!cached || age >= MAX_AGE_MS) return next;
    // Errors are reported only to callers that wait for the refresh.
    next.catch(() => undefined);
    return cached.value;
  };
}

/** A hashtag without the given uses; null when no other author has used it. */
function withoutUses(
  hashtag: CountedHashtag,
  hiddenUses: readonly HashtagUse[],
): CountedHashtag | null {
  const sum = (some: readonly HashtagUse[]) => some.reduce((all, { posts }) => all + posts, 0);
  const authors = hashtag.authors - new Set(hiddenUses.map(({ author }) => author)).size;
  const names = hashtag.names
    .map(({ name, posts }) => ({
      name,
      posts: posts - sum(hiddenUses.filter((use) => use.name === name)),
    }))
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => b.posts - a.posts);
  return authors > 0
    ? { ...hashtag, authors, posts: hashtag.posts - sum(hiddenUses), names }
    : null;
}

const compareByUse = (a: CountedHashtag, b: CountedHashtag) =>
  b.authors - a.authors || b.posts - a.posts || (a.tag < b.tag ? -1 : 1);

/** The counted hashtags without the given uses, sorted again. */
export function excludeUses(
  counted: readonly CountedHashtag[],
  uses: readonly HashtagUse[],
): readonly CountedHashtag[] {
  const left = Map.groupBy(uses, ({ tag }) => tag);
  return counted
    .map((hashtag) => withoutUses(hashtag, left.get(hashtag.tag) ?? []))
    .filter((hashtag) => hashtag !== null)
    .toSorted(compareByUse);
}

const toTrending = ({ tag, posts, names }: CountedHashtag): TrendingHashtag => ({
  name: names[0]?.name ?? tag,
  tag,
  posts,
});

/**
 * Returns a function that lists the hashtags with the most authors in the last 7 days, from posts that visitors may
 * see. For a reader with blocks, hashtags in posts of people with a block between them and the reader do not count. The
 * hashtags are counted at most once a minute.
 */
export function listHashtags({ database, clock }: TrendingHashtagsDeps) {
  const counted = createRefreshingCache(clock, () => countWeeklyHashtags(database.pool, {}));
  return async (actor: Actor): Promise<TrendingHashtag[]> => {
    const week = await counted();
    const [{ asOf } = { asOf: null }] = week;
    const excludesBlocked = asOf !== null && hasBlocks(actor);
    const shown = excludesBlocked
      ? excludeUses(
          week,
          await readUsesByBlockedAuthors(database.pool, { reader: uidOf(actor), asOf }),
        )
      : week;
    return shown.slice(0, limits.trendingHashtags).map(toTrending);
  };
}
