import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';
import { dataKeys, type Secrets } from './secrets.ts';

const CIPHER_ALGORITHM = 'aes-256-gcm';
const FORMAT_VERSION = 1;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

/** Encrypts personal data before it is stored, and decrypts it again: docs/adr/0060-personal-data-at-rest.md. */
export interface DataEncryption {
  /**
   * Encrypts a text with the newest key.
   * @param context names the row to which the text belongs; the text can be decrypted only with the same context, so
   * that it cannot be moved to another row
   */
  encrypt(text: string, context: string): Buffer;
  /** Decrypts; null when no key fits, the bytes were changed, or they were encrypted for another context. */
  decrypt(encryptedBytes: Buffer, context: string): string | null;
}

interface EncryptionKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * Decodes a key and computes its id, which is stored with the data that the key encrypts: the beginning of a hash, which
 * does not reveal the key.
 */
function toEncryptionKey(base64: string): EncryptionKey {
  const key = Buffer.from(base64, 'base64url');
  const id = createHash('sha256').update('key id').update(key).digest().subarray(0, KEY_ID_BYTES);
  return { id, key };
}

/**
 * Creates the encryption (AES-256-GCM). Encrypted bytes consist of version, id of the key, initialisation vector, tag
 * and ciphertext.
 * @param keys 32 bytes each in base64url; the first one encrypts, all of them decrypt, so that a key can be replaced
 * while older rows still need it
 */
export function createDataEncryption(
  keys: readonly string[],
  ids: Pick<Ids, 'secret'>,
): DataEncryption {
  const encryptionKeys = keys.map(toEncryptionKey);
  const [newest] = encryptionKeys;
  if (!newest) throw new Error('data encryption needs a key');
  return {
    encrypt: (text, context) => {
      const iv = Buffer.from(ids.secret(IV_BYTES), 'base64url');
      const cipher = createCipheriv(CIPHER_ALGORITHM, newest.key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([
        Buffer.of(FORMAT_VERSION),
        newest.id,
        iv,
        cipher.getAuthTag(),
        encrypted,
      ]);
    },
    decrypt: (encryptedBytes, context) => decryptBytes(encryptionKeys, encryptedBytes, context),
  };
}

/** Encrypts personal data with the newest of the configured secrets, and decrypts data of all configured secrets. */
export function openDataEncryption(
  dataSecrets: readonly string[],
  secrets: Secrets,
  ids: Pick<Ids, 'secret'>,
): DataEncryption {
  return createDataEncryption(dataKeys(dataSecrets, secrets, 'personal data'), ids);
}

function decryptBytes(
  keys: readonly EncryptionKey[],
  encryptedBytes: Buffer,
  context: string,
): string | null {
  if (encryptedBytes.length < HEADER_BYTES || encryptedBytes[0] !== FORMAT_VERSION) return null;
  const [ivStart, tagStart] = [1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES];
  const usedKey = keys.find(({ id }) => id.equals(encryptedBytes.subarray(1, ivStart)));
  if (!usedKey) return null;
  try {
    const decipher = createDecipheriv(
      CIPHER_ALGORITHM,
      usedKey.key,
      encryptedBytes.subarray(ivStart, tagStart),
    )
      .setAAD(Buffer.from(context))
      .setAuthTag(encryptedBytes.subarray(tagStart, HEADER_BYTES));
    const decrypted = [decipher.update(encryptedBytes.subarray(HEADER_BYTES)), decipher.final()];
    return Buffer.concat(decrypted).toString('utf8');
  } catch {
    return null;
  }
}
