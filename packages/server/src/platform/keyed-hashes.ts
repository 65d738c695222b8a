import { createHmac } from 'node:crypto';
import { dataKeys, type Secrets } from './secrets.ts';

/**
 * Hashes of personal data that can be computed only with a key of the program, so that nobody else can test a guess
 * against them (docs/adr/0072-age-requirements-of-closed-accounts.md).
 */
export interface KeyedHashes {
  /** The hash with the newest key, to be stored: 32 bytes. */
  newest(text: string): Buffer;
  /** The hashes with all keys, to find stored hashes of replaced keys as well. */
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
