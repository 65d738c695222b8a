import { createHmac } from 'node:crypto';
import { dataKeys, type Secrets } from './secrets.ts';

/**
 * Hashes of personal data that nobody can make, or compare with a guess, without a key of the program
 * (docs/adr/0072-age-requirements-of-closed-accounts.md).
 */
export interface KeyedHashes {
  /** The hash by the newest key, to be stored: 32 bytes. */
  newest(text: string): Buffer;
  /** The hashes by all keys, to find what was stored, also with a key that has been replaced. */
  all(text: string): Buffer[];
}

/**
 * Opens the hashes (HMAC-SHA-256) for one purpose, with keys from the configured secrets of personal data.
 * @param purpose separates these hashes from those for other purposes
 */
export function openKeyedHashes(
  dataSecrets: readonly string[],
  secrets: Secrets,
  purpose: string,
): KeyedHashes {
  const [newest, ...older] = dataKeys(dataSecrets, secrets, purpose);
  const hash = (key: string, text: string) =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest();
  return {
    newest: (text) => hash(newest, text),
    all: (text) => [newest, ...older].map((key) => hash(key, text)),
  };
}
