import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../platform/uuid.ts';

/** Addresses that end the mails of missed messages for one person, without signing in. */
export interface Unsubscribing {
  urlFor(uid: string): string;
  /** The person an address's last segment was made for; null when it is none of ours. */
  uidOf(word: string): string | null;
}

export interface UnsubscribingOptions {
  readonly publicUrl: string;
  readonly secret: string;
}

/** Where such addresses lie. */
export const UNSUBSCRIBE_PATH = '/avisos/sair';

export function unsubscribing({ publicUrl, secret }: UnsubscribingOptions): Unsubscribing {
  const sign = (uid: string) => createHmac('sha256', secret).update(uid).digest('base64url');
  return {
    urlFor: (uid) => `${publicUrl}${UNSUBSCRIBE_PATH}/${uid}.${sign(uid)}`,
    uidOf: (word) => {
      const [uid = '', signature = ''] = word.split('.', 2);
      if (!isUuid(uid)) return null;
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(uid))];
      return given.length === right.length && timingSafeEqual(given, right) ? uid : null;
    },
  };
}
