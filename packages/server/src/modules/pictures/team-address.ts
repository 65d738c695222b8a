import { sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { users } from '../users/index.ts';
import { type AdultAddressDeps, type AdultAddresses, adultAddresses } from './adult-address.ts';

/** An address of the team's holds for one to two of these, in s. */
const WINDOW_SECONDS = 5 * 60;

/**
 * Addresses of pictures for one person of the team: each opens one picture to them for minutes,
 * hidden or for adults as it may be (`product §9`). The key is of this purpose alone.
 */
export const teamAddresses = (deps: Omit<AdultAddressDeps, 'windowSeconds'>): AdultAddresses =>
  adultAddresses({ ...deps, windowSeconds: WINDOW_SECONDS });

/** The address at which one person of the team gets a picture; null where there is none. */
export type ShowPictureToTeam = (actor: Person, photoURL: string | null) => string | null;

export const showPictureToTeam =
  (addresses: Pick<AdultAddresses, 'sign'>): ShowPictureToTeam =>
  (actor, photoURL) => {
    if (photoURL === null || actor.role !== 'admin') return null;
    return addresses.sign(photoURL, actor.uid);
  };

const reading = compileStatement<{ open: boolean }>(
  sql`SELECT EXISTS (SELECT FROM pictures
      WHERE pictures.id = ${sql.placeholder('id')} AND pictures.deleted_at IS NULL)
    AND EXISTS (SELECT FROM ${users} WHERE ${users.uid} = ${sql.placeholder('uid')}
      AND ${users.role} = 'admin' AND ${users.deletedAt} IS NULL
      AND ${users.suspendedAt} IS NULL) AS open`,
  'picture for the team',
);

/** Whether a picture is kept, and this person is of the team now. */
export async function isOpenToTeam(pool: Queryable, id: string, uid: string): Promise<boolean> {
  const rows = await reading(pool, { id, uid });
  return rows[0]?.open === true;
}
