import type { Person } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { canSeeAdultContent, findUser } from '../../users/index.ts';

/**
 * Whether a person may sell services for adults: requires a valid age check, a photo and a bio
 * (`docs/product/services.md`).
 */
export async function checkAdultSeller(
  db: Db,
  actor: Person,
): Promise<Result<void, 'adults_only' | 'profile_incomplete'>> {
  if (!canSeeAdultContent(actor)) return err('adults_only');
  const profile = await findUser(db, actor.uid);
  return profile?.photoURL && profile.bio?.trim() ? ok() : err('profile_incomplete');
}
