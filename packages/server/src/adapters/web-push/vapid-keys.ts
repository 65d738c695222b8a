import { createECDH } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** How push services know who sends (RFC 8292); both base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = 'prime256v1';

/** The public key of a private one; null when it is none. */
export function publicKeyOf(privateKey: string): string | null {
  try {
    const pair = createECDH(CURVE);
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url', 'uncompressed');
  } catch {
    return null;
  }
}

/** Keys made from the program's own secret: the same at every start and on every node. */
export function vapidKeysFrom(secrets: Secrets): VapidKeys {
  // Of 2^32 numbers of 32 bytes one is too large for the curve.
  for (let attempt = 1; ; attempt += 1) {
    const privateKey = secrets.of(`web push keys ${attempt}`);
    const publicKey = publicKeyOf(privateKey);
    if (publicKey) return { publicKey, privateKey };
  }
}
