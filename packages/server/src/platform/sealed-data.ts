import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';
import { dataKeys, type Secrets } from './secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

/** Encrypts personal data before it is stored, and decrypts it again: docs/adr/0060-personal-data-at-rest.md. */
export interface DataSealer {
  /**
   * Encrypts a text with the newest key.
   * @param context names the row that the text belongs to; the text can be opened with the same context only, so that
   *   it cannot be moved to another row
   */
  seal(text: string, context: string): Buffer;
  /** Decrypts; null when no key fits, the bytes were changed, or they were sealed for another context. */
  open(sealed: Buffer, context: string): string | null;
}

interface SealingKey {
  readonly id: Buffer;
  readonly key: Buffer;
}

/** The id of a key, stored with what it encrypts: the beginning of a hash, which does not reveal the key. */
function sealingKeyOf(base64: string): SealingKey {
  const key = Buffer.from(base64, 'base64url');
  const id = createHash('sha256').update('key id').update(key).digest().subarray(0, KEY_ID_BYTES);
  return { id, key };
}

/**
 * Creates a sealer (AES-256-GCM). Sealed bytes are: version, id of the key, initialisation vector, tag, ciphertext.
 * @param keys 32 bytes each in base64url; the first one seals, all of them open, so that a key can be replaced while
 *   older rows still need it
 */
export function createDataSealer(keys: readonly string[], ids: Pick<Ids, 'secret'>): DataSealer {
  const known = keys.map(sealingKeyOf);
  const [newest] = known;
  if (!newest) throw new Error('a data sealer needs a key');
  return {
    seal: (text, context) => {
      const iv = Buffer.from(ids.secret(IV_BYTES), 'base64url');
      const cipher = createCipheriv(ALGORITHM, newest.key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), newest.id, iv, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, context) => openSealed(known, sealed, context),
  };
}

/** Encrypts personal data with the newest of the configured secrets, and opens what older ones encrypted. */
export function openDataSealer(
  dataSecrets: readonly string[],
  secrets: Secrets,
  ids: Pick<Ids, 'secret'>,
): DataSealer {
  return createDataSealer(dataKeys(dataSecrets, secrets, 'personal data'), ids);
}

function openSealed(keys: readonly SealingKey[], sealed: Buffer, context: string): string | null {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) return null;
  const [ivStart, tagStart] = [1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES];
  const used = keys.find(({ id }) => id.equals(sealed.subarray(1, ivStart)));
  if (!used) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, used.key, sealed.subarray(ivStart, tagStart))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(tagStart, HEADER_BYTES));
    const plain = [decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    return null;
  }
}
