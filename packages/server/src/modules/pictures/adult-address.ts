import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePictureURL, pictureURL } from '@guilda/contract/pictures';
import type { Clock } from '../../ports/clock.ts';

/** An address of a picture for adults holds for one to two of these, in s. */
const WINDOW_SECONDS = 30 * 60;

export interface AdultAddressDeps {
  readonly clock: Clock;
  /** Key of the signatures, for this purpose alone. */
  readonly secret: string;
  /**
   * How long an address holds, in s: between one and two of these, because all addresses of a window
   * end together and are the same for a browser's own cache. Default 30 min.
   */
  readonly windowSeconds?: number;
}

const rightForm = /^for=([0-9a-f-]{36})&until=(\d{10})&sig=([\w-]{43})$/;

/** Whom a right opens a picture to, and for how long still, in s. */
export interface AdultRight {
  readonly uid: string;
  readonly seconds: number;
}

/** Addresses of pictures for adults: each names one person, one picture and its own end (`product §9`). */
export function adultAddresses({
  clock,
  secret,
  windowSeconds = WINDOW_SECONDS,
}: AdultAddressDeps) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const signature = (id: string, uid: string, until: number) =>
    createHmac('sha256', secret).update(`${id} ${uid} ${until}`).digest();
  return {
    /** The address for one person; one that is not of a picture we keep stays as it is. */
    sign(photoURL: string, uid: string): string {
      const picture = parsePictureURL(photoURL);
      if (!picture) return photoURL;
      const until = (Math.floor(nowSeconds() / windowSeconds) + 2) * windowSeconds;
      const sig = signature(picture.id, uid, until).toString('base64url');
      return pictureURL(picture.id, picture.width, `for=${uid}&until=${until}&sig=${sig}`);
    },
    /** What a query is worth for a picture; null when it is altered, of another picture, or over. */
    read(id: string, right: string): AdultRight | null {
      const [, uid, until, sig] = rightForm.exec(right) ?? [];
      if (uid === undefined || until === undefined || sig === undefined) return null;
      const sent = Buffer.from(sig, 'base64url');
      // One spelling only: the last character of base64url has bits that nothing else checks.
      if (sent.toString('base64url') !== sig) return null;
      if (!timingSafeEqual(sent, signature(id, uid, Number(until)))) return null;
      const seconds = Number(until) - nowSeconds();
      return seconds > 0 ? { uid, seconds } : null;
    },
  };
}

export type AdultAddresses = ReturnType<typeof adultAddresses>;
