import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../../../platform/uuid.ts';

/** Signed addresses that unsubscribe one person from mails about unread messages, without signing in. */
export interface UnsubscribeLinks {
  urlFor(uid: string): string;
  /**
   * Uid of the person for whom the address was signed; `token` is the last path segment. Null when the signature is
   * wrong.
   */
  uidOf(token: string): string | null;
}

export interface UnsubscribeLinkOptions {
  readonly publicUrl: string;
  readonly secret: string;
}

/** Path of the unsubscribe addresses, before the token. */
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
      const [sentSignature, validSignature] = [Buffer.from(signature), Buffer.from(sign(uid))];
      return sentSignature.length === validSignature.length &&
        timingSafeEqual(sentSignature, validSignature)
        ? uid
        : null;
    },
  };
}
