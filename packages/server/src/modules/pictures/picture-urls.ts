import type { Actor } from '../../platform/actor.ts';
import { canSeeAdultContent } from '../users/index.ts';
import type { SignedPictureUrls } from './signed-picture-url.ts';

/**
 * Returns the address of a picture for one reader: the stored address for a public picture, a signed address for an
 * adult picture when the reader has a valid age check, otherwise null.
 */
export type PictureUrlResolver = (photoURL: string, isAdult: boolean) => string | null;

/** Creates the resolver for a reader. Every response that contains a picture address must use it. */
export type PictureUrlsFor = (actor: Actor) => PictureUrlResolver;

export const pictureUrlsFor =
  (addresses: Pick<SignedPictureUrls, 'sign'>): PictureUrlsFor =>
  (actor) =>
  (photoURL, isAdult) => {
    if (!isAdult) return photoURL;
    if (actor.kind !== 'person' || !canSeeAdultContent(actor)) return null;
    return addresses.sign(photoURL, actor.uid);
  };
