import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Reads an Ed25519 private key in PEM; null for anything else. Line breaks may be written as `\n`. */
export function readSigningKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** The public key in PEM that Mercado Pago must have registered. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

/**
 * Headers that sign the bytes of a body: the Ed25519 signature in base64, and a header that asks Mercado Pago to verify
 * it.
 */
export const signatureHeaders = (key: KeyObject, body: string) => ({
  'x-signature': sign(null, Buffer.from(body), key).toString('base64'),
  'x-enforce-signature': 'true',
});
