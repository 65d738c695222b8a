import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePictureURL, pictureURL } from '@guilda/contract/services/pictures';
import type { Clock } from '../../ports/clock.ts';

/** Default of {@link SignedPictureUrlDeps.windowSeconds}. */
const DEFAULT_WINDOW_S = 30 * 60;

export interface SignedPictureUrlDeps {
  readonly clock: Clock;
  /** Key with which picture addresses are signed; used for nothing else. */
  readonly secret: string;
  /**
   * Length of a time window in seconds, by default 30 minutes. Within a window each picture has the same address, so
   * that browsers can cache it. An address is valid for one to two windows.
   */
  readonly windowSeconds?: number;
}

const grantPattern = /^for=([0-9a-f-]{36})&until=(\d{10})&sig=([\w-]{43})$/;

/** The account for which an address was signed, and the seconds until the address expires. */
export interface PictureGrant {
  readonly uid: string;
  readonly secondsLeft: number;
}

/**
 * Signs picture addresses. An address is bound to one account, one picture and an expiry (docs/product/moderation.md).
 */
export function createSignedPictureUrls({
  clock,
  secret,
  windowSeconds = DEFAULT_WINDOW_S,
}: SignedPictureUrlDeps) {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const signatureOf = (id: string, uid: string, expiresAt: number) =>
    createHmac('sha256', secret).update(`${id} ${uid} ${expiresAt}`).digest();
  return {
    /** The signed address for one account; addresses of other sites are returned unchanged. */
    sign(photoURL: string, uid: string): string {
      const picture = parsePictureURL(photoURL);
      if (!picture) return photoURL;
      const expiresAt = (Math.floor(nowSeconds() / windowSeconds) + 2) * windowSeconds;
      const sig = signatureOf(picture.id, uid, expiresAt).toString('base64url');
      return pictureURL(picture.id, picture.width, `for=${uid}&until=${expiresAt}&sig=${sig}`);
    },
    /**
     * Verifies the query string of a request for picture `id`; null when it was altered, belongs to another picture or
     * has expired.
     */
    read(id: string, queryString: string): PictureGrant | null {
      const [, uid, expiresAt, sig] = grantPattern.exec(queryString) ?? [];
      if (uid === undefined || expiresAt === undefined || sig === undefined) return null;
      const sentSignature = Buffer.from(sig, 'base64url');
      // Rejects other spellings of the same signature, because the last base64url character has unused bits.
      if (sentSignature.toString('base64url') !== sig) return null;
      if (!timingSafeEqual(sentSignature, signatureOf(id, uid, Number(expiresAt)))) return null;
      const secondsLeft = Number(expiresAt) - nowSeconds();
      return secondsLeft > 0 ? { uid, secondsLeft } : null;
    },
  };
}

export type SignedPictureUrls = ReturnType<typeof createSignedPictureUrls>;
