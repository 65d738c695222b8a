import type { Actor } from '../../platform/actor.ts';
import { canSeeAdultContent } from '../users/index.ts';
import type { SignedPictureUrls } from './signed-picture-url.ts';

/**
 * The address of a picture for one reader: the stored one for public pictures, a signed one for adult
 * pictures when the reader has an age check, else null.
 */
export type PictureUrlResolver = (photoURL: string, adult: boolean) => string | null;

/** Makes the resolver for a reader. Every answer that contains a picture address uses it. */
export type PictureUrlsFor = (actor: Actor) => PictureUrlResolver;

export const pictureUrlsFor =
  (addresses: Pick<SignedPictureUrls, 'sign'>): PictureUrlsFor =>
  (actor) =>
  (photoURL, adult) => {
    if (!adult) return photoURL;
    if (actor.kind !== 'person' || !canSeeAdultContent(actor)) return null;
    return addresses.sign(photoURL, actor.uid);
  };
