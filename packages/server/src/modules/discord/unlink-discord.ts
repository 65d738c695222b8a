import type { Person } from '../../platform/actor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { unlinkDiscordId } from '../users/index.ts';
import type { DiscordDeps } from './link-deps.ts';

/** Unlinks the own Discord account (`product §7`): no more calls, and nobody is told of it. */
export const unlinkDiscord =
  ({ database }: Pick<DiscordDeps, 'database'>) =>
  async (actor: Person): Promise<Result<undefined, never>> => {
    await unlinkDiscordId(database.db, actor.uid);
    return ok(undefined);
  };
