import type { Actor } from '../../platform/actor.ts';
import { seesAdult } from '../users/index.ts';
import type { AdultAddresses } from './adult-address.ts';

/**
 * The address at which one reader gets a picture: as it is kept when it is for all; signed and
 * short-lived for a checked adult; null for anyone else (`product §9`).
 */
export type ShowPicture = (photoURL: string, adult: boolean) => string | null;

/** Whatever puts a picture's address into an answer asks this, for its reader. */
export type ShowPictureTo = (actor: Actor) => ShowPicture;

export const showPicture =
  (addresses: Pick<AdultAddresses, 'sign'>): ShowPictureTo =>
  (actor) =>
  (photoURL, adult) => {
    if (!adult) return photoURL;
    if (actor.kind !== 'person' || !seesAdult(actor)) return null;
    return addresses.sign(photoURL, actor.uid);
  };
