import type { Pulse, PulseQuery } from '@guilda/contract/social';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { readList } from './list-posts.ts';
import { readPulse } from './post-queries.ts';
import { readerShape } from './post-visibility.ts';

/**
 * What changed of a list on screen: the counts of its posts, those left out that the reader may see
 * no more, and how many came after the newest one.
 */
export const getPulse =
  (deps: { readonly database: Pick<Database, 'pool'> }) =>
  async (actor: Actor, query: PulseQuery): Promise<Pulse> => {
    const list = readList(query);
    const reader = { uid: uidOf(actor), shape: readerShape(actor) };
    const { posts, after = null } = query;
    // Nothing comes to a list that no post can be in.
    const asked = { posts, after: list === null ? null : after };
    return readPulse(deps.database.pool, reader, list ?? {}, asked);
  };
