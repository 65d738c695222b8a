import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Restores the line breaks of a PEM, which a setting or file may contain as backslash and `n`. */
const restoreLineBreaks = (text: string) => text.replaceAll('\\n', '\n');

function readRsaKey(createKey: () => KeyObject): KeyObject | null {
  try {
    const key = createKey();
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/**
 * Reads the private RSA key in PEM with which a service authenticates at Yoti; null when the text is not such a key.
 */
export const readServicePrivateKey = (pem: string): KeyObject | null =>
  readRsaKey(() => createPrivateKey(restoreLineBreaks(pem)));

/** Reads Yoti's public RSA key in PEM, which verifies notifications; null when the text is not such a key. */
export const readNotificationPublicKey = (pem: string): KeyObject | null =>
  readRsaKey(() => createPublicKey(restoreLineBreaks(pem)));
