import type { Pulse, PulseQuery } from '@guilda/contract/community/social';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { readerVariantOf } from '../posts/post-visibility.ts';
import { readPulse } from './feed-queries.ts';
import { parseFilters } from './list-posts.ts';

/**
 * Current values for a list that is shown on screen: the counters of its posts, without posts that the reader may not
 * see any more, and the number of newer posts.
 */
export const getPulse =
  (deps: { readonly database: Pick<Database, 'pool'> }) =>
  async (actor: Actor, query: PulseQuery): Promise<Pulse> => {
    const filters = parseFilters(query);
    const reader = { uid: uidOf(actor), readerVariant: readerVariantOf(actor) };
    const { posts, after = null } = query;
    // `filters` is null when no post can match; then there are no newer posts either.
    const request = { posts, after: filters === null ? null : after };
    return readPulse(deps.database.pool, reader, filters ?? {}, request);
  };
