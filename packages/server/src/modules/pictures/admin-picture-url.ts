import type { Person } from '../../platform/actor.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { users } from '../users/index.ts';
import {
  type SignedPictureUrlDeps,
  type SignedPictureUrls,
  signedPictureUrls,
} from './signed-picture-url.ts';

/** Validity window of addresses for administrators, in s. */
const WINDOW_SECONDS = 5 * 60;

/**
 * Signs addresses of pictures for administrators; each is valid for minutes, also for hidden and adult
 * pictures (docs/product/moderation.md). It needs its own signing key.
 */
export const adminPictureUrls = (
  deps: Omit<SignedPictureUrlDeps, 'windowSeconds'>,
): SignedPictureUrls => signedPictureUrls({ ...deps, windowSeconds: WINDOW_SECONDS });

/** The address of a picture for an administrator; null without a picture. */
export type PictureUrlForAdmin = (actor: Person, photoURL: string | null) => string | null;

export const pictureUrlForAdmin =
  (addresses: Pick<SignedPictureUrls, 'sign'>): PictureUrlForAdmin =>
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
  'picture for an administrator',
);

/** Whether the picture is not closed and the account is an active administrator. */
export async function isVisibleToAdmin(pool: Queryable, id: string, uid: string): Promise<boolean> {
  const rows = await reading(pool, { id, uid });
  return rows[0]?.open === true;
}
