import type { Person } from '../../platform/actor.ts';
import {
  createSignedPictureUrls,
  type SignedPictureUrlDeps,
  type SignedPictureUrls,
} from './signed-picture-url.ts';

/** Validity window of addresses for administrators, in s. */
const ADDRESS_VALIDITY_S = 5 * 60;

/**
 * Signs addresses of pictures for administrators; each is valid for minutes, also for hidden and adult
 * pictures (docs/product/moderation.md). It needs its own signing key.
 */
export const createAdminPictureUrls = (
  deps: Omit<SignedPictureUrlDeps, 'windowSeconds'>,
): SignedPictureUrls => createSignedPictureUrls({ ...deps, windowSeconds: ADDRESS_VALIDITY_S });

/** The address of a picture for an administrator; null without a picture. */
export type PictureUrlForAdmin = (actor: Person, photoURL: string | null) => string | null;

export const pictureUrlForAdmin =
  (addresses: Pick<SignedPictureUrls, 'sign'>): PictureUrlForAdmin =>
  (actor, photoURL) => {
    if (photoURL === null || actor.role !== 'admin') return null;
    return addresses.sign(photoURL, actor.uid);
  };
