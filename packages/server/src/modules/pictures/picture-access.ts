import type { Database } from '../../platform/database/pool.ts';
import type { PictureAccess } from '../../platform/uploads/images/serve-pictures.ts';
import { canSeeAdultPictures, isVisibleToAdmin, readPictureAccess } from './picture-store.ts';
import type { SignedPictureUrls } from './signed-picture-url.ts';

interface PictureAccessDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly signedPictureUrls: Pick<SignedPictureUrls, 'read'>;
  /** Without it administrators get no more than anybody else. */
  readonly adminPictureUrls?: Pick<SignedPictureUrls, 'read'>;
}

/**
 * Decides a request for a picture file. Public pictures (complete, not hidden, not banned) are for
 * everybody; adult pictures need a signed address and a valid age check of its account; administrators
 * get hidden and adult pictures by an address signed for them (docs/product/moderation.md). Unknown ids
 * are denied.
 */
export const createPictureAccess =
  ({ database, signedPictureUrls, adminPictureUrls }: PictureAccessDeps) =>
  async (id: string, right: string | undefined): Promise<PictureAccess> => {
    const admin = right === undefined ? null : (adminPictureUrls?.read(id, right) ?? null);
    if (admin && (await isVisibleToAdmin(database.pool, id, admin.uid)))
      return { privateSeconds: admin.seconds };
    const picture = await readPictureAccess(database.pool, id);
    if (!picture?.open) return null;
    if (!picture.adult) return 'everyone';
    const granted = right === undefined ? null : signedPictureUrls.read(id, right);
    if (!granted || !(await canSeeAdultPictures(database.pool, granted.uid))) return null;
    return { privateSeconds: granted.seconds };
  };
