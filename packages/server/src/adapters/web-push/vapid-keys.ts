import { createECDH } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** VAPID keys (RFC 8292), which identify the sender to push services; base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const VAPID_CURVE = 'prime256v1';

/** The public key of a private key; null for an invalid one. */
export function derivePublicKey(privateKey: string): string | null {
  try {
    const pair = createECDH(VAPID_CURVE);
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url', 'uncompressed');
  } catch {
    return null;
  }
}

/** Derives the keys from the program's secret: the same at every start and on every node. */
export function deriveVapidKeys(secrets: Secrets): VapidKeys {
  // About one of 2^32 derived numbers exceeds the curve's order.
  for (let attempt = 1; ; attempt += 1) {
    const privateKey = secrets.of(`web push keys ${attempt}`);
    const publicKey = derivePublicKey(privateKey);
    if (publicKey) return { publicKey, privateKey };
  }
}
