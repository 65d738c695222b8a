import type { Suggestions } from '@guilda/contract/search';
import type { Actor } from '../../platform/actor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { readWords } from '../../platform/search/index.ts';
import { type SuggestServicesDeps, suggestCategories, suggestServices } from '../catalog/index.ts';
import { type SuggestUsersDeps, suggestUsers } from '../users/index.ts';

export type SuggestDeps = SuggestServicesDeps & SuggestUsersDeps;

/** Suggestions for a search text that is still being typed; no suggestions for a blank text. */
export const suggest =
  (deps: SuggestDeps) =>
  async (actor: Actor, text: string): Promise<Result<Suggestions, never>> => {
    const q = text.trim();
    if (q === '') return ok({ categories: [], services: [], users: [] });
    const words = await readWords(deps.database.pool, q);
    const [services, users] = await Promise.all([
      suggestServices(deps)(actor, words),
      suggestUsers(deps)(actor, q, words),
    ]);
    return ok({ categories: suggestCategories(q), services, users });
  };
