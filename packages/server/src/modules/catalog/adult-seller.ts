import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findUser, seesAdult } from '../users/index.ts';

/** Whether a person may sell what is for adults (`product §9`): age checked, with photo and bio. */
export async function maySellAdult(
  db: Db,
  actor: Person,
): Promise<Result<void, 'adults_only' | 'profile_incomplete'>> {
  if (!seesAdult(actor)) return err('adults_only');
  const profile = await findUser(db, actor.uid);
  return profile?.photoURL && profile.bio?.trim() ? ok() : err('profile_incomplete');
}
