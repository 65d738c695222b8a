import { limits } from '@guilda/contract/limits';
import type { TrendingHashtag } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Clock } from '../../ports/clock.ts';
import { hasBlocks } from '../users/index.ts';
import { type CountedHashtag, countWeek, type HashtagUse, usesApart } from './hashtag-queries.ts';

export interface TrendingDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
}

/** How long one counting answers everybody, in ms. */
const KEPT = 60_000;
/** How old a counting may be and still answer while the next one is made, in ms. */
const SHOWN = 120_000;

/**
 * One reading in memory for everybody: after `KEPT` the next one is made, once. Where people keep
 * asking none of them waits for it; where nobody asked for `SHOWN` somebody does.
 */
export function keepReading<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  const once = singleFlight<T>();
  let kept: { readonly value: T; readonly at: number } | undefined;
  const again = async () => {
    const at = clock.now().getTime();
    const value = await read();
    kept = { value, at };
    return value;
  };
  return async () => {
    const age = kept ? Math.abs(clock.now().getTime() - kept.at) : SHOWN;
    if (kept && age < KEPT) return kept.value;
    const next = once('', again);
    if (!kept || age >= SHOWN) return next;
    // Whoever must wait for it is told why it fails.
    next.catch(() => undefined);
    return kept.value;
  };
}

/** A hashtag without the uses of some people; null when nobody else used it. */
function without(hashtag: CountedHashtag, uses: readonly HashtagUse[]): CountedHashtag | null {
  const sum = (some: readonly HashtagUse[]) => some.reduce((all, { posts }) => all + posts, 0);
  const authors = hashtag.authors - new Set(uses.map(({ author }) => author)).size;
  const names = hashtag.names
    .map(({ name, posts }) => ({
      name,
      posts: posts - sum(uses.filter((use) => use.name === name)),
    }))
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => b.posts - a.posts);
  return authors > 0 ? { ...hashtag, authors, posts: hashtag.posts - sum(uses), names } : null;
}

const byUse = (a: CountedHashtag, b: CountedHashtag) =>
  b.authors - a.authors || b.posts - a.posts || (a.tag < b.tag ? -1 : 1);

/** Counted hashtags without the uses of some people, in the order that is left. */
export function leaveOut(
  counted: readonly CountedHashtag[],
  uses: readonly HashtagUse[],
): readonly CountedHashtag[] {
  const left = Map.groupBy(uses, ({ tag }) => tag);
  return counted
    .map((hashtag) => without(hashtag, left.get(hashtag.tag) ?? []))
    .filter((hashtag) => hashtag !== null)
    .toSorted(byUse);
}

const toTrending = ({ tag, posts, names }: CountedHashtag): TrendingHashtag => ({
  name: names[0]?.name ?? tag,
  tag,
  posts,
});

/**
 * The hashtags that most people used in the last 7 days: of what a visitor may see, and for a reader
 * with blocks without what stands across them. It is counted once a minute.
 */
export function listHashtags({ database, clock }: TrendingDeps) {
  const counted = keepReading(clock, () => countWeek(database.pool, {}));
  return async (actor: Actor): Promise<TrendingHashtag[]> => {
    const week = await counted();
    const [{ asOf } = { asOf: null }] = week;
    const apart = asOf !== null && hasBlocks(actor);
    const shown = apart
      ? leaveOut(week, await usesApart(database.pool, { reader: uidOf(actor), asOf }))
      : week;
    return shown.slice(0, limits.trendingHashtags).map(toTrending);
  };
}
