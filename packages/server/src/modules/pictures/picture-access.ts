import type { Database } from '../../platform/database/pool.ts';
import type { PictureAccess } from '../../platform/uploads/images/serve-pictures.ts';
import { canSeeAdultPictures, isVisibleToAdmin, readPictureAccess } from './picture-store.ts';
import type { SignedPictureUrls } from './signed-picture-url.ts';

interface PictureAccessDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly signedPictureUrls: Pick<SignedPictureUrls, 'read'>;
  /** Reads addresses signed for administrators; without it administrators can load only what other people can load. */
  readonly adminPictureUrls?: Pick<SignedPictureUrls, 'read'>;
}

/**
 * Decides whether a request may load a picture file. Public pictures (complete, not hidden, not banned, not for adults)
 * are served to everybody. An adult picture needs a signed address, which names an account with a valid age check.
 * Administrators load hidden and adult pictures with an address that is signed for administrators
 * (docs/product/moderation.md). Unknown ids are denied.
 */
export const createPictureAccess =
  ({ database, signedPictureUrls, adminPictureUrls }: PictureAccessDeps) =>
  async (id: string, accessRight: string | undefined): Promise<PictureAccess> => {
    const adminGrant =
      accessRight === undefined ? null : (adminPictureUrls?.read(id, accessRight) ?? null);
    if (adminGrant && (await isVisibleToAdmin(database.pool, id, adminGrant.uid)))
      return { privateSeconds: adminGrant.secondsLeft };
    const picture = await readPictureAccess(database.pool, id);
    if (!picture?.open) return null;
    if (!picture.adult) return 'everyone';
    const grant = accessRight === undefined ? null : signedPictureUrls.read(id, accessRight);
    if (!grant || !(await canSeeAdultPictures(database.pool, grant.uid))) return null;
    return { privateSeconds: grant.secondsLeft };
  };
