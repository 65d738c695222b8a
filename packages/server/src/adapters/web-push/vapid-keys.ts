import { createECDH } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** VAPID keys (RFC 8292) in base64url, which identify the sender to push services. */
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

/** Derives the VAPID keys from the program's secret, so that they are the same at every start and on every node. */
export function deriveVapidKeys(secrets: Secrets): VapidKeys {
  // About one of 2^32 derived numbers exceeds the curve's order and is no valid key: try the next one.
  for (let attempt = 1; ; attempt += 1) {
    const privateKey = secrets.of(`web push keys ${attempt}`);
    const publicKey = derivePublicKey(privateKey);
    if (publicKey) return { publicKey, privateKey };
  }
}
