import type { Suggestions } from '@guilda/contract/services/search';
import type { Actor } from '../../platform/actor.ts';
import { memoizeUntilChange, type PublicChanges } from '../../platform/database/public-changes.ts';
import { ok, type Result } from '../../platform/result.ts';
import { readWords } from '../../platform/search/index.ts';
import { type SuggestServicesDeps, suggestCategories, suggestServices } from '../catalog/index.ts';
import { type SuggestUsersDeps, suggestUsers } from '../users/index.ts';

/**
 * Cache of the suggestions for visitors. `ms`: prices and ratings may be five seconds old, so results are kept for
 * less. Hidden, deleted or paused content disappears at once, because the database announces such changes, which clears
 * the cache. `maxKeys`: a result takes about 2 kB.
 */
const keptSuggestions = { ms: 2_500, maxKeys: 2_000 };

export type SuggestDeps = SuggestServicesDeps & SuggestUsersDeps;

/** Suggestions for a search text that is still being typed; no suggestions for a blank text. */
export type Suggest = (actor: Actor, text: string) => Promise<Result<Suggestions, never>>;

async function readSuggestions(deps: SuggestDeps, actor: Actor, q: string): Promise<Suggestions> {
  const words = await readWords(deps.database.pool, q);
  const [services, users] = await Promise.all([
    suggestServices(deps)(actor, words),
    suggestUsers(deps)(actor, q, words),
  ]);
  return { categories: suggestCategories(q), services, users };
}

/**
 * Creates the use case. Visitors share cached suggestions: the result depends only on the text, and many people type
 * the same beginnings.
 */
export function createSuggest(deps: SuggestDeps, changes: PublicChanges): Suggest {
  const readShared = memoizeUntilChange<Suggestions>(changes, keptSuggestions);
  return async (actor, text) => {
    const q = text.trim();
    if (q === '') return ok({ categories: [], services: [], users: [] });
    const read = () => readSuggestions(deps, actor, q);
    return ok(await (actor.kind === 'visitor' ? readShared(q, read) : read()));
  };
}
