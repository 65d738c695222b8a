import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** A PEM of a setting or file, in which line breaks may be written as `\n`. */
const pemOf = (text: string) => text.replaceAll('\\n', '\n');

function readRsaKey(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** Reads the private RSA key in PEM with which a service at Yoti identifies itself; null for anything else. */
export const readServiceKey = (pem: string): KeyObject | null =>
  readRsaKey(() => createPrivateKey(pemOf(pem)));

/** Reads Yoti's public RSA key in PEM, which signs notifications; null for anything else. */
export const readNotificationKey = (pem: string): KeyObject | null =>
  readRsaKey(() => createPublicKey(pemOf(pem)));
