import type { Person } from '../../platform/actor.ts';
import {
  createSignedPictureUrls,
  type SignedPictureUrlDeps,
  type SignedPictureUrls,
} from './signed-picture-url.ts';

/**
 * Length in seconds of the time window in which a picture has the same address for an administrator. An address is
 * valid until the end of the next window.
 */
const ADMIN_WINDOW_S = 5 * 60;

/**
 * Signs addresses of pictures for administrators. An address is valid for a few minutes and works for hidden and adult
 * pictures too (docs/product/moderation.md). `deps.secret` must be used for nothing else.
 */
export const createAdminPictureUrls = (
  deps: Omit<SignedPictureUrlDeps, 'windowSeconds'>,
): SignedPictureUrls => createSignedPictureUrls({ ...deps, windowSeconds: ADMIN_WINDOW_S });

/** Returns the address at which an administrator can load a picture; null without a picture. */
export type PictureUrlForAdmin = (actor: Person, photoURL: string | null) => string | null;

export const pictureUrlForAdmin =
  (addresses: Pick<SignedPictureUrls, 'sign'>): PictureUrlForAdmin =>
  (actor, photoURL) => {
    if (photoURL === null || actor.role !== 'admin') return null;
    return addresses.sign(photoURL, actor.uid);
  };
