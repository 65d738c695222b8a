import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePictureURL, pictureURL } from '@guilda/contract/pictures';
import type { Clock } from '../../ports/clock.ts';

/** Validity window of addresses of adult pictures, in s; an address is valid for one to two windows. */
const ADDRESS_VALIDITY_S = 30 * 60;

export interface SignedPictureUrlDeps {
  readonly clock: Clock;
  /** Signing key, used for this purpose only. */
  readonly secret: string;
  /**
   * Validity window in s; an address is valid for one to two windows. All addresses of a window are equal
   * and expire together, so that browsers can cache them. Default 30 min.
   */
  readonly windowSeconds?: number;
}

const grantPattern = /^for=([0-9a-f-]{36})&until=(\d{10})&sig=([\w-]{43})$/;

/** The account that a signed address was issued to, and its remaining validity in s. */
export interface PictureGrant {
  readonly uid: string;
  readonly seconds: number;
}

/** Signs picture addresses; each names one account, one picture and an expiry (docs/product/moderation.md). */
export function createSignedPictureUrls({
  clock,
  secret,
  windowSeconds = ADDRESS_VALIDITY_S,
}: SignedPictureUrlDeps) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const signature = (id: string, uid: string, until: number) =>
    createHmac('sha256', secret).update(`${id} ${uid} ${until}`).digest();
  return {
    /** The signed address for one account; foreign addresses are returned unchanged. */
    sign(photoURL: string, uid: string): string {
      const picture = parsePictureURL(photoURL);
      if (!picture) return photoURL;
      const until = (Math.floor(nowSeconds() / windowSeconds) + 2) * windowSeconds;
      const sig = signature(picture.id, uid, until).toString('base64url');
      return pictureURL(picture.id, picture.width, `for=${uid}&until=${until}&sig=${sig}`);
    },
    /** Verifies a query for a picture; null when it was altered, is of another picture, or has expired. */
    read(id: string, right: string): PictureGrant | null {
      const [, uid, until, sig] = grantPattern.exec(right) ?? [];
      if (uid === undefined || until === undefined || sig === undefined) return null;
      const sent = Buffer.from(sig, 'base64url');
      // Rejects other spellings: the last base64url character has unused bits.
      if (sent.toString('base64url') !== sig) return null;
      if (!timingSafeEqual(sent, signature(id, uid, Number(until)))) return null;
      const seconds = Number(until) - nowSeconds();
      return seconds > 0 ? { uid, seconds } : null;
    },
  };
}

export type SignedPictureUrls = ReturnType<typeof createSignedPictureUrls>;
