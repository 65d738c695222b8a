import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../../../platform/uuid.ts';

/** Signed addresses that end mails about unread messages for one person, without signing in. */
export interface UnsubscribeLinks {
  urlFor(uid: string): string;
  /** The person of an address's last segment; null when the signature is wrong. */
  uidOf(token: string): string | null;
}

export interface UnsubscribeLinkOptions {
  readonly publicUrl: string;
  readonly secret: string;
}

/** The path of these addresses. */
export const UNSUBSCRIBE_PATH = '/avisos/sair';

export function createUnsubscribeLinks({
  publicUrl,
  secret,
}: UnsubscribeLinkOptions): UnsubscribeLinks {
  const sign = (uid: string) => createHmac('sha256', secret).update(uid).digest('base64url');
  return {
    urlFor: (uid) => `${publicUrl}${UNSUBSCRIBE_PATH}/${uid}.${sign(uid)}`,
    uidOf: (token) => {
      const [uid = '', signature = ''] = token.split('.', 2);
      if (!isUuid(uid)) return null;
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(uid))];
      return given.length === right.length && timingSafeEqual(given, right) ? uid : null;
    },
  };
}
